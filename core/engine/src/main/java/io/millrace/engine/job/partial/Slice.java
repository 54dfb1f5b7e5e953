package io.millrace.engine.job.partial;

/**
 * Neighbouring partitions.
 *
 * @param to exclusive
 */
public record Slice(int from, int to) {}
