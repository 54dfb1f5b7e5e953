/** Comparisons of Millrace with Hadoop's local runner, job by job and over the matrix of setups. */
@NullMarked
package io.millrace.hadoop.same;

import org.jspecify.annotations.NullMarked;
