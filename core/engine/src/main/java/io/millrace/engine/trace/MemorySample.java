package io.millrace.engine.trace;

/**
 * The record memory of the process at one moment of a job.
 *
 * @param nanos {@link System#nanoTime}
 * @param heldBytes memory taken by all jobs
 * @param spilledBytes bytes that this job has spilled so far
 */
public record MemorySample(long nanos, long heldBytes, long spilledBytes) {}
