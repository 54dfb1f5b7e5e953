package io.millrace.hadoop.watch;

/**
 * An attempt that did not succeed.
 *
 * @param attempt Hadoop's id
 * @param failed whether it failed; else it was killed
 * @param why its diagnostics as its client sees them, with the stack if it has one
 */
public record LostAttempt(String attempt, boolean failed, String why) {}
