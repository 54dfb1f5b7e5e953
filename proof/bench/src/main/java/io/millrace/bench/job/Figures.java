package io.millrace.bench.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of one run.
 *
 * @param seconds wall clock
 * @param warmSeconds the same work again in the same process, where that is measured
 * @param cpuSeconds processor time of all its processes, where the system tells
 * @param peakBytes the most memory that its processes held at once, where the system tells
 * @param parts seconds of each part of the wall clock, where reports divide it; else empty
 */
public record Figures(
        double seconds,
        @Nullable Double warmSeconds,
        @Nullable Double cpuSeconds,
        @Nullable Long peakBytes,
        Map<String, Double> parts) {

    public Figures {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /** Measurements of a run whose time is not divided. */
    public Figures(
            double seconds,
            @Nullable Double warmSeconds,
            @Nullable Double cpuSeconds,
            @Nullable Long peakBytes) {
        this(seconds, warmSeconds, cpuSeconds, peakBytes, Map.of());
    }

    /** The same, with the seconds of each part. */
    public Figures dividedInto(Map<String, Double> those) {
        return new Figures(seconds, warmSeconds, cpuSeconds, peakBytes, those);
    }
}
