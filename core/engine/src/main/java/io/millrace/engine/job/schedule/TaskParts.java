package io.millrace.engine.job.schedule;

import io.millrace.engine.job.pool.ExclusiveAttempt;
import io.millrace.engine.job.pool.SortLane;
import io.millrace.engine.trace.Trace;
import java.util.function.BooleanSupplier;

/**
 * The parts of a job that its tasks of both kinds work with.
 *
 * @param sorters the sort threads that work for the attempts
 * @param exclusive for attempts that ran out of memory; shared by the engine
 * @param meets whether attempts of the job are known to wait for each other
 */
public record TaskParts(
        JobFate fate,
        Trace trace,
        SortLane sorters,
        ExclusiveAttempt exclusive,
        BooleanSupplier meets) {}
