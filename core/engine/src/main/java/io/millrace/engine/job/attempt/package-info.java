/**
 * Attempts: what the engine requires of one, and the steps of its life. These are the same in the
 * process of the job and elsewhere: {@link io.millrace.engine.job.attempt.MapSide} and {@link
 * io.millrace.engine.job.attempt.ReduceSide}. The layers above implement {@link
 * io.millrace.engine.job.attempt.MapAttempt} and {@link
 * io.millrace.engine.job.attempt.ReduceAttempt}. {@link io.millrace.engine.job.attempt.JobRecords}
 * has the properties of a job that every process needs.
 */
@NullMarked
package io.millrace.engine.job.attempt;

import org.jspecify.annotations.NullMarked;
