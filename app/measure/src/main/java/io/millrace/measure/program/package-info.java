/** A user's own job, measured under Hadoop's local runner and under Millrace. */
@NullMarked
package io.millrace.measure.program;

import org.jspecify.annotations.NullMarked;
