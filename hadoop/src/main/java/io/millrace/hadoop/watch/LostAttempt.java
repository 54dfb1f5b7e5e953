package io.millrace.hadoop.watch;

/**
 * An attempt that did not succeed.
 *
 * @param attempt Hadoop's id
 * @param failed whether it failed; else it was killed
 * @param why what its client is told, with the stack if there is one
 */
public record LostAttempt(String attempt, boolean failed, String why) {}
