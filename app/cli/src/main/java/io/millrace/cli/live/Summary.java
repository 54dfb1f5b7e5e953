package io.millrace.cli.live;

import io.millrace.cli.process.Amounts;
import io.millrace.cli.process.Printable;
import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.Breakdown;
import io.millrace.engine.trace.Breakdown.Part;
import io.millrace.engine.trace.MemorySample;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Skew;
import io.millrace.engine.trace.Trace;
import io.millrace.engine.trace.Trace.PhaseTotal;
import io.millrace.formats.inputcache.InputCache;
import io.millrace.hadoop.watch.Advice;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.jline.utils.AttributedString;

/** The summary of a job, in a few lines. */
final class Summary {

    private static final double NANOS = 1e9;

    /** A part of the time that is less than this is not worth its word. */
    private static final double SMALL = 0.01;

    private final WatchedJob job;
    private final Trace trace;
    private final double seconds;

    private Summary(WatchedJob job) {
        this.job = job;
        this.trace = job.trace();
        this.seconds = (trace.endNanos() - trace.startNanos()) / NANOS;
    }

    /** The lines for a job that has ended. */
    static List<AttributedString> lines(WatchedJob job) {
        Summary summary = new Summary(job);
        List<AttributedString> lines = new ArrayList<>();
        String name = Printable.text(job.conf().get("mapreduce.job.name", ""));
        lines.add(Look.strong(name + " " + job.id(), " " + job.state()));
        lines.add(line("time", summary.time()));
        lines.add(line("records", summary.records()));
        lines.add(line("memory", summary.memory()));
        String kept = summary.cachedInput();
        if (!kept.isEmpty()) {
            lines.add(line("input", kept));
        }
        String skew = summary.skew();
        if (!skew.isEmpty()) {
            lines.add(line("skew", skew));
        }
        String advice = Advice.on(job);
        if (!advice.isEmpty()) {
            lines.add(line("faster?", advice));
        }
        return lines;
    }

    private static AttributedString line(String title, String text) {
        return new AttributedString(String.format(Locale.ROOT, "  %-7s %s", title, text));
    }

    private String time() {
        Map<Part, Long> parts = Breakdown.of(trace).totals();
        parts.remove(Part.IDLE);
        double busy = parts.values().stream().mapToLong(Long::longValue).sum();
        String shares =
                parts.entrySet().stream()
                        .filter(part -> part.getValue() > SMALL * busy)
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(part -> percent(part.getValue() / busy) + " " + word(part.getKey()))
                        .collect(Collectors.joining(", "));
        return Amounts.seconds(seconds)
                + " (map %s, reduce %s); of the work %s"
                        .formatted(durationOf(Phase.MAP), durationOf(Phase.REDUCE), shares);
    }

    private static String word(Part part) {
        return part == Part.MAP_IO
                ? "map I/O"
                : part.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private String durationOf(Phase main) {
        List<AttemptSpan> attempts =
                trace.attempts().stream().filter(attempt -> attempt.main() == main).toList();
        long start = attempts.stream().mapToLong(AttemptSpan::startNanos).min().orElse(0);
        long end = attempts.stream().mapToLong(AttemptSpan::endNanos).max().orElse(0);
        return Amounts.seconds((end - start) / NANOS);
    }

    private String records() {
        Counters counters = job.counters();
        long in = counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue();
        long emitted = counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue();
        long out = counters.findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue();
        long bytes = counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue();
        PhaseTotal shuffled = trace.totals().getOrDefault(Phase.REDUCE, new PhaseTotal(0, 0, 0, 0));
        return "%s in (%s, %s/s), %s from map, %s (%s) shuffled, %s out"
                .formatted(
                        Amounts.count(in),
                        Amounts.bytes(bytes),
                        Amounts.bytes(bytes / seconds),
                        Amounts.count(emitted),
                        Amounts.count(shuffled.records()),
                        Amounts.bytes(shuffled.bytes()),
                        Amounts.count(out));
    }

    private String memory() {
        long peak = trace.memory().stream().mapToLong(MemorySample::heldBytes).max().orElse(0);
        PhaseTotal spilled = trace.totals().get(Phase.SPILL);
        return "%s of %s at most, %s"
                .formatted(
                        Amounts.bytes(peak),
                        Amounts.bytes(job.memoryMaxBytes()),
                        spilled == null
                                ? "nothing spilled"
                                : Amounts.bytes(spilled.bytes()) + " spilled");
    }

    /** The share of the input that was in memory; empty if no input is cached. */
    private String cachedInput() {
        Counters counters = job.counters();
        long hits = counters.findCounter(InputCache.GROUP, InputCache.HITS).getValue();
        long misses = counters.findCounter(InputCache.GROUP, InputCache.MISSES).getValue();
        return hits + misses == 0
                ? ""
                : "%d splits from memory, %d read (millrace.input.cache)".formatted(hits, misses);
    }

    private String skew() {
        Skew bytes = Skew.of(trace, Phase.REDUCE, AttemptSpan::bytes);
        Skew time = Skew.of(trace, Phase.MAP, AttemptSpan::nanos);
        List<String> said = new ArrayList<>();
        if (!bytes.skewed().isEmpty()) {
            Skew.Skewed most = bytes.skewed().get(0);
            said.add(
                    "%s had %s of all bytes"
                            .formatted(most.attempt().who(), percent(most.share())));
        }
        if (!time.skewed().isEmpty()) {
            Skew.Skewed most = time.skewed().get(0);
            said.add(
                    "%s took %s, the median map attempt %s"
                            .formatted(
                                    most.attempt().who(),
                                    Amounts.seconds(most.value() / NANOS),
                                    Amounts.seconds(time.median() / NANOS)));
        }
        return String.join("; ", said);
    }
}
