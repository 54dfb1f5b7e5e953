/** Record memory: slabs, on the heap and off it, under one budget. */
@NullMarked
package io.millrace.engine.memory;

import org.jspecify.annotations.NullMarked;
