package io.millrace.exchange.shuffle;

import io.millrace.engine.plan.RunCompression;
import io.millrace.exchange.config.ExchangeAlgorithm;

/**
 * How a worker sends its map output.
 *
 * @param algorithm the order; never {@code auto}
 * @param overlapped whether blocks leave while their map attempt runs
 * @param compression of the parts; with {@code auto}, where it pays
 */
public record ExchangeTerms(
        ExchangeAlgorithm algorithm, boolean overlapped, RunCompression compression) {}
