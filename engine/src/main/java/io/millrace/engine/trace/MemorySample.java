package io.millrace.engine.trace;

/**
 * The process' record memory at one moment of a job.
 *
 * @param nanos {@link System#nanoTime}
 * @param heldBytes memory taken by all jobs
 * @param spilledBytes what this job has written to disk so far
 */
public record MemorySample(long nanos, long heldBytes, long spilledBytes) {}
