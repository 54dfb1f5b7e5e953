/**
 * The tasks of a job: which attempt starts next, what follows a failure, and how an attempt is
 * ended that does not stop. A {@link io.millrace.engine.job.schedule.TaskSet} has all tasks of one
 * kind, an {@link io.millrace.engine.job.schedule.AttemptRun} one try. The work of an attempt is an
 * {@link io.millrace.engine.job.schedule.AttemptBody}, which the package above provides.
 */
@NullMarked
package io.millrace.engine.job.schedule;

import org.jspecify.annotations.NullMarked;
