package io.millrace.hadoop.watch;

/**
 * How often a quick path was really taken.
 *
 * @param quick tasks that took it
 * @param tasks that succeeded and had the choice
 */
public record PathUse(QuickPath path, int quick, int tasks) {}
