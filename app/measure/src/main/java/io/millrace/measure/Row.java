package io.millrace.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the things that an experiment compares, and its runs; or a note that says why it has none.
 *
 * @param word its name for programs and on the command line
 * @param title its name in tables
 * @param settings those that make it differ from other rows, such as keys of its job
 * @param failed whether a run went wrong; otherwise a row without runs cannot be measured here
 */
public record Row(
        String word,
        String title,
        Map<String, String> settings,
        List<Figures> runs,
        @Nullable String note,
        boolean failed) {

    public Row {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        runs = List.copyOf(runs);
    }

    public static Row of(String word, String title, Figures... runs) {
        return new Row(word, title, Map.of(), List.of(runs), null, false);
    }

    public static Row skipped(String word, String title, String why) {
        return new Row(word, title, Map.of(), List.of(), why, false);
    }

    public static Row failed(String word, String title, String why) {
        return new Row(word, title, Map.of(), List.of(), why, true);
    }

    public boolean measured() {
        return !runs.isEmpty();
    }

    /** The same row, which must have been measured. */
    public Row required() throws MeasurementException {
        if (!measured()) {
            throw new MeasurementException(title + ": " + note);
        }
        return this;
    }

    /** Wall-clock seconds; only if it was measured. */
    public Sample seconds() {
        return get(Figures.SECONDS);
    }

    /** A figure that all runs have. */
    public Sample get(String figure) {
        return Objects.requireNonNull(
                sample(figure), () -> title + " has not measured " + figure + " in each run");
    }

    /** A figure of all runs; null if some run lacks it. */
    public @Nullable Sample sample(String figure) {
        List<Double> values = new ArrayList<>();
        for (Figures run : runs) {
            Double value = run.values().get(figure);
            if (value != null) {
                values.add(value);
            }
        }
        return values.size() == runs.size() && measured() ? new Sample(values) : null;
    }

    /** All figures that each run has. */
    public Map<String, Sample> samples() {
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (Figures run : runs) {
            for (String name : run.values().keySet()) {
                Sample sample = sample(name);
                if (sample != null) {
                    samples.put(name, sample);
                }
            }
        }
        return samples;
    }
}
