package io.millrace.bench.combiners;

import io.millrace.bench.combiners.CombinerRuns.Run;
import io.millrace.bench.job.Sample;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The figures of one kind of combiner. Used by one thread. */
final class CombinerRow {

    /** As much of stock Hadoop's bytes may be shuffled. */
    private static final double MOST_SHUFFLED = 1.1;

    private final CombinerKind kind;
    private final Map<CombinerWay, List<Run>> runs = new EnumMap<>(CombinerWay.class);

    CombinerRow(CombinerKind kind) {
        this.kind = kind;
    }

    void add(CombinerWay way, Run run) {
        runs.computeIfAbsent(way, none -> new ArrayList<>()).add(run);
    }

    /** Whether more bytes are shuffled, or more processor time is taken, than allowed. */
    boolean misses(CombinerWay way) {
        return shuffled(way) > MOST_SHUFFLED || processor(way) >= 1;
    }

    /** Bytes shuffled, relative to stock Hadoop. */
    double shuffled(CombinerWay way) {
        return median(way, Run::shuffled) / median(CombinerWay.STOCK, Run::shuffled);
    }

    /** Processor time, relative to stock Hadoop. */
    double processor(CombinerWay way) {
        return median(way, Run::cpuSeconds) / median(CombinerWay.STOCK, Run::cpuSeconds);
    }

    /** A line of a table for each way. */
    String lines() {
        StringBuilder lines = new StringBuilder();
        for (CombinerWay way : runs.keySet()) {
            lines.append(
                    "| %s | %s | %,.0f | %,.0f | %,.0f | %.2f | %.1f s | %.2f |%n"
                            .formatted(
                                    kind.name().toLowerCase(Locale.ROOT),
                                    way.title(),
                                    median(way, Run::combined),
                                    median(way, Run::emitted),
                                    median(way, Run::shuffled),
                                    shuffled(way),
                                    median(way, Run::cpuSeconds),
                                    processor(way)));
        }
        return lines.toString();
    }

    private double median(CombinerWay way, ToDoubleFunction<Run> figure) {
        List<Run> all = Objects.requireNonNull(runs.get(way), () -> way + " was not measured");
        return new Sample(all.stream().map(figure::applyAsDouble).toList()).median();
    }
}
