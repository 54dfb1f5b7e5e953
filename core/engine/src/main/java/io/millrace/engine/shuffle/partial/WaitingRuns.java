package io.millrace.engine.shuffle.partial;

/**
 * Published run sets that rest in memory.
 *
 * @param outputs map tasks, or rounds of partial reduce, that they come from
 * @param bytes memory that they take
 */
public record WaitingRuns(int outputs, long bytes) {}
