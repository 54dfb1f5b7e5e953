package io.millrace.measure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The measurements of one run, by their names, in the order in which they were added. */
public record Figures(Map<String, Double> values) {

    /** Wall clock. */
    public static final String SECONDS = "seconds";

    /** The same work again in the same process. */
    public static final String WARM_SECONDS = "warmSeconds";

    /** Processor time of all processes that took part. */
    public static final String CPU_SECONDS = "cpuSeconds";

    /** The most memory that these processes held at once. */
    public static final String PEAK_BYTES = "peakBytes";

    public Figures {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static Figures of(String name, double value) {
        return new Figures(Map.of(name, value));
    }

    /** One more; null if the system does not tell it. */
    public Figures and(String name, @Nullable Number value) {
        return value == null ? this : and(Map.of(name, value.doubleValue()));
    }

    public Figures and(Map<String, Double> more) {
        Map<String, Double> all = new LinkedHashMap<>(values);
        all.putAll(more);
        return new Figures(all);
    }

    /** A figure that this run has. */
    public double get(String name) {
        return Objects.requireNonNull(values.get(name), () -> "there is no figure " + name);
    }

    public double seconds() {
        return get(SECONDS);
    }
}
