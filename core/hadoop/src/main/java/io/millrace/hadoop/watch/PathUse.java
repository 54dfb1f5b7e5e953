package io.millrace.hadoop.watch;

/**
 * How often a quick path was actually taken.
 *
 * @param quick tasks that took it
 * @param tasks successful tasks that could take it
 */
public record PathUse(QuickPath path, int quick, int tasks) {}
