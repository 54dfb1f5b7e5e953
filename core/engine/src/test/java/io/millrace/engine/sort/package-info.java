/** Tests of the index sort. */
@NullMarked
package io.millrace.engine.sort;

import org.jspecify.annotations.NullMarked;
