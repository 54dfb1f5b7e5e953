/**
 * Jobs: what the engine requires of one, and how it runs one. This is the entry to the engine: the
 * layers above implement {@link io.millrace.engine.job.JobDefinition} and call {@link
 * io.millrace.engine.job.Engine}.
 *
 * <p>{@link io.millrace.engine.job.JobRun} goes through a job from start to end. The packages below
 * do the rest, from the top:
 *
 * <pre>
 *   job         one job, and the bodies of its attempts
 *     schedule  the tasks of a job: tries, failures, ends of attempts
 *     remote    attempts in other processes, from both sides
 *     partial   rounds of partial reduce
 *     pool      threads
 *     attempt   the two kinds of attempts, and the steps of their lives
 * </pre>
 */
@NullMarked
package io.millrace.engine.job;

import org.jspecify.annotations.NullMarked;
