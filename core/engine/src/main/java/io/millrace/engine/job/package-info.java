/**
 * Jobs, tasks and attempts: what the engine requires of a job, and how it runs one. This is the
 * entry to the engine: the layers above implement {@link io.millrace.engine.job.JobDefinition} and
 * call {@link io.millrace.engine.job.Engine}.
 */
@NullMarked
package io.millrace.engine.job;

import org.jspecify.annotations.NullMarked;
