package io.millrace.bench.job;

import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a contender in a workload: figures of its runs, or a note that says why there are
 * none.
 *
 * @param outputCompared whether its output was held against that of another contender
 */
public record Entry(
        String word,
        String name,
        List<Figures> runs,
        boolean outputCompared,
        boolean failed,
        @Nullable String note) {

    public Entry {
        runs = List.copyOf(runs);
    }

    static Entry measured(Contender contender, List<Figures> runs, boolean compared) {
        return new Entry(contender.word(), contender.name(), runs, compared, false, null);
    }

    static Entry skipped(Contender contender, String why) {
        return new Entry(contender.word(), contender.name(), List.of(), false, false, why);
    }

    static Entry failed(Contender contender, String why) {
        return new Entry(contender.word(), contender.name(), List.of(), false, true, why);
    }

    public boolean measured() {
        return !runs.isEmpty();
    }

    /** Wall-clock seconds; only if it was measured. */
    public Sample seconds() {
        return Objects.requireNonNull(sample(Figures::seconds), "not measured");
    }

    public @Nullable Sample warmSeconds() {
        return sample(Figures::warmSeconds);
    }

    public @Nullable Sample cpuSeconds() {
        return sample(Figures::cpuSeconds);
    }

    public @Nullable Sample peakBytes() {
        return sample(run -> run.peakBytes() == null ? null : (double) run.peakBytes());
    }

    /** Seconds of each part of the wall clock; empty if reports do not divide it. */
    public Map<String, Sample> parts() {
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (Figures run : runs) {
            run.parts()
                    .forEach((part, seconds) ->
                            values.computeIfAbsent(part, none -> new ArrayList<>()).add(seconds));
        }
        Map<String, Sample> parts = new LinkedHashMap<>();
        values.forEach((part, seconds) -> parts.put(part, new Sample(seconds)));
        return parts;
    }

    private @Nullable Sample sample(Function<Figures, @Nullable Double> figure) {
        List<Double> values = runs.stream().map(figure).filter(Objects::nonNull).toList();
        return values.size() == runs.size() && !values.isEmpty() ? new Sample(values) : null;
    }

    /** How many times the other's time this one's is. */
    public double timesOf(Entry other) {
        return seconds().median() / other.seconds().median();
    }
}
