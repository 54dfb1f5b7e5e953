/**
 * Attempts in other processes, from both sides.
 *
 * <p>The process of the job calls {@link io.millrace.engine.job.remote.RemoteAttempts}, and {@link
 * io.millrace.engine.job.remote.Workers} if the processes keep map output; the module {@code
 * workers} implements both. A process that runs tasks has an {@link
 * io.millrace.engine.job.remote.AttemptEngine} for one attempt at a time, or a {@link
 * io.millrace.engine.job.remote.WorkerEngine} for several. A {@link
 * io.millrace.engine.job.remote.TaskProcess} is what both stand on.
 */
@NullMarked
package io.millrace.engine.job.remote;

import org.jspecify.annotations.NullMarked;
