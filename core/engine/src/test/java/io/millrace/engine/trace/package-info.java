/** Tests of the trace. */
@NullMarked
package io.millrace.engine.trace;

import org.jspecify.annotations.NullMarked;
