package io.millrace.hadoop.watch;

/**
 * An attempt that did not succeed.
 *
 * @param attempt Hadoop's id
 * @param failed whether it failed; otherwise it was killed
 * @param why the reason that its client sees, with the stack if there is one
 */
public record LostAttempt(String attempt, boolean failed, String why) {}
