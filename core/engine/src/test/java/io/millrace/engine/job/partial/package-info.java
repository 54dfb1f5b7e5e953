/** Tests of rounds of partial reduce. */
@NullMarked
package io.millrace.engine.job.partial;

import org.jspecify.annotations.NullMarked;
