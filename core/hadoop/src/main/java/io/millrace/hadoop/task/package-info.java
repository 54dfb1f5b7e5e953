/**
 * Attempts at Hadoop's map and reduce tasks: from a split, or a partition's records, through the
 * user's code to the committer. Implements the engine's {@code MapAttempt} and {@code
 * ReduceAttempt}.
 */
@NullMarked
package io.millrace.hadoop.task;

import org.jspecify.annotations.NullMarked;
