/**
 * Jobs, tasks and attempts: what the engine asks of a job, and how it runs one. This is the door of
 * the engine; the layers above implement {@link io.millrace.engine.job.JobDefinition} and call
 * {@link io.millrace.engine.job.Engine}.
 */
@NullMarked
package io.millrace.engine.job;

import org.jspecify.annotations.NullMarked;
