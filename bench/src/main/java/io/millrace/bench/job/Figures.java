package io.millrace.bench.job;

import org.jspecify.annotations.Nullable;

/**
 * Measurements of one run.
 *
 * @param seconds wall clock
 * @param warmSeconds the same work again in the same process, where that is measured
 * @param cpuSeconds processor time of all its processes, where the system tells
 * @param peakBytes the most memory that its processes held at once, where the system tells
 */
public record Figures(
        double seconds,
        @Nullable Double warmSeconds,
        @Nullable Double cpuSeconds,
        @Nullable Long peakBytes) {}
