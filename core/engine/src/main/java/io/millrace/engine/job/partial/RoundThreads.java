package io.millrace.engine.job.partial;

import io.millrace.engine.job.pool.FairPool;
import io.millrace.engine.job.pool.MapThreads;

/**
 * The threads that decide on rounds, and those that run them.
 *
 * @param maps rounds are for the time when these are idle
 * @param pool runs the rounds
 */
public record RoundThreads(MapThreads maps, FairPool pool) {}
