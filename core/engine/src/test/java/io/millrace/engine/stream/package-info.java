/** Tests of chunks. */
@NullMarked
package io.millrace.engine.stream;

import org.jspecify.annotations.NullMarked;
