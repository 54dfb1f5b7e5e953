package io.millrace.collective.data;

import org.apache.hadoop.mapreduce.Counters;

/**
 * A point from which a loop can continue.
 *
 * @param counted the counts of all completed iterations; owned by the caller who gets it
 */
public record LoopProgress(LoopState state, Counters counted) {}
