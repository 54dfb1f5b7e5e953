package io.millrace.cli.report;

import io.millrace.cli.process.Amounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two runs, as text: first whether they can be compared, then what took
 * longer and why.
 */
public final class RunDifference {

    /** Below this, a part of the time did not change. */
    private static final double SECONDS = 0.01;

    /** The same for what of the memory was held. */
    private static final double MEMORY_SHARE = 0.2;

    /** A share by which a default may vary. */
    private static final double NEARLY = 0.1;

    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final String ARROW = " -> ";
    private static final String UNSET = "(default)";

    /** The identity of a job, which two runs of it share. */
    private static final List<String> IDENTITY =
            List.of(
                    "mapreduce.job.map.class",
                    "mapreduce.job.combine.class",
                    "mapreduce.job.reduce.class",
                    "mapreduce.job.inputformat.class",
                    "mapreduce.job.outputformat.class",
                    "mapred.mapper.class",
                    "mapred.combiner.class",
                    "mapred.reducer.class",
                    "mapred.input.format.class",
                    "mapred.output.format.class");

    /** Keys that differ between any two runs and say nothing. */
    private static final Pattern OF_A_RUN =
            Pattern.compile(
                    "mapreduce\\.job\\.(id|dir|local\\.dir|jar|submithost.*|cache\\..*|.*token.*|counters\\.limit)"
                            + "|mapreduce\\.(client\\.appsubmitter|task|cluster\\.local)\\..*dir"
                            + "|millrace\\.history\\.dir");

    private final JobReport first;
    private final JobReport second;
    private final StringBuilder text = new StringBuilder();

    private RunDifference(JobReport first, JobReport second) {
        this.first = first;
        this.second = second;
    }

    /** From the first to the second. */
    public static String of(JobReport first, JobReport second) {
        RunDifference difference = new RunDifference(first, second);
        difference.identity();
        difference.time();
        difference.amounts();
        difference.plan();
        difference.configuration();
        return difference.text.toString();
    }

    private void identity() {
        Map<String, String> a = first.configuration();
        Map<String, String> b = second.configuration();
        List<String> others =
                IDENTITY.stream()
                        .filter(key -> !Objects.equals(a.get(key), b.get(key)))
                        .map(key -> key + " is " + change(a.get(key), b.get(key)))
                        .toList();
        text.append(
                others.isEmpty()
                        ? "\nThe same job: mapper, combiner, reducer and formats agree.\n"
                        : "\nNot the same job: " + String.join("; ", others) + ".\n");
        String input = "mapreduce.input.fileinputformat.inputdir";
        if (!Objects.equals(a.get(input), b.get(input))) {
            text.append("Another input: ").append(change(a.get(input), b.get(input))).append(".\n");
        }
    }

    private static String change(@Nullable String before, @Nullable String after) {
        return (before == null ? UNSET : before) + ARROW + (after == null ? UNSET : after);
    }

    /** The parts of the slots' time, those that changed most first. */
    private void time() {
        Table table = new Table("  ");
        table.row("", "A", "B", "");
        row(table, "wall clock", first.seconds(), second.seconds());
        Map<String, Double> a = first.parts();
        Map<String, Double> b = second.parts();
        ToDoubleFunction<String> change =
                part -> b.getOrDefault(part, 0.0) - a.getOrDefault(part, 0.0);
        TreeSet<String> parts = new TreeSet<>(a.keySet());
        parts.addAll(b.keySet());
        parts.stream()
                .filter(part -> Math.abs(change.applyAsDouble(part)) >= SECONDS)
                .sorted(Comparator.comparingDouble(part -> -Math.abs(change.applyAsDouble(part))))
                .forEach(part ->
                        row(
                                table,
                                "slots: " + RunText.word(part),
                                a.getOrDefault(part, 0.0),
                                b.getOrDefault(part, 0.0)));
        text.append("\nTime\n").append(table.text());
    }

    private static void row(Table table, String what, double before, double after) {
        String share =
                before < SECONDS
                        ? ""
                        : String.format(
                                Locale.ROOT, " (%+.0f %%)", 100 * (after - before) / before);
        table.row(
                what,
                seconds(before),
                seconds(after),
                String.format(Locale.ROOT, "%+.2f s", after - before) + share);
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.2f s", seconds);
    }

    private void amounts() {
        Table table = new Table("  ");
        amount(table, "map tasks", report -> report.number("/job/maps"), Amounts::count);
        amount(table, "reduce tasks", report -> report.number("/job/reduces"), Amounts::count);
        amount(table, "attempts lost", report -> report.number("/lostAttempts"), Amounts::count);
        amount(table, "input", report -> report.number("/splits/bytes"), Amounts::bytes);
        amount(table, "records in", report -> report.number("/job/recordsIn"), Amounts::count);
        amount(
                table,
                "records from map",
                report -> report.counter("Map output records"),
                Amounts::count);
        amount(
                table,
                "records to reduce",
                report -> report.counter("Reduce input records"),
                Amounts::count);
        amount(table, "records out", report -> report.number("/job/recordsOut"), Amounts::count);
        amount(table, "spilled", JobReport::spilledBytes, Amounts::bytes);
        // Seen fifty times a second, it is never twice the same.
        if (Math.abs(second.memoryPeakBytes() - first.memoryPeakBytes())
                > MEMORY_SHARE * first.memoryPeakBytes()) {
            amount(table, "memory at its peak", JobReport::memoryPeakBytes, Amounts::bytes);
        }
        section("Amounts", table);
    }

    private void amount(
            Table table, String what, ToLongFunction<JobReport> of, LongFunction<String> shown) {
        long a = of.applyAsLong(first);
        long b = of.applyAsLong(second);
        if (a != b) {
            table.row(what, shown.apply(a), shown.apply(b));
        }
    }

    /** A table where something differs, a line where nothing does. */
    private void section(String title, Table table) {
        text.append(
                table.isEmpty()
                        ? "\n" + title + ": nothing differs.\n"
                        : "\n" + title + " that differ\n" + table.text());
    }

    private void plan() {
        Map<String, JobReport.Chosen> a = first.plan();
        Map<String, JobReport.Chosen> b = second.plan();
        Table table = new Table("  ");
        a.forEach((name, before) -> {
            JobReport.Chosen after = b.get(name);
            if (after != null && !alike(before, after)) {
                table.row(name, before.shown() + ARROW + after.shown(), after.reason());
            }
        });
        section("Choices", table);
    }

    /**
     * Whether a choice is the same, or what nobody chose and hangs on how much of the heap was free
     * at the start, which is never twice the same.
     */
    private static boolean alike(JobReport.Chosen a, JobReport.Chosen b) {
        if (a.value().equals(b.value())) {
            return true;
        }
        if (!a.reason().equals(b.reason())
                || !NUMBER.matcher(a.value()).matches()
                || !NUMBER.matcher(b.value()).matches()) {
            return false;
        }
        double before = Double.parseDouble(a.value());
        return Math.abs(Double.parseDouble(b.value()) - before) <= NEARLY * before
                && a.reason().startsWith("default");
    }

    /** Keys that Millrace has something to say about first; those of the user's program last. */
    private void configuration() {
        Map<String, String> a = settings(first);
        Map<String, String> b = settings(second);
        TreeSet<String> keys = new TreeSet<>(a.keySet());
        keys.addAll(b.keySet());
        keys.removeIf(key -> Objects.equals(a.get(key), b.get(key)));
        List<String> sorted = new ArrayList<>(keys);
        sorted.sort(Comparator.comparing(key -> !PlanText.matters(key)));
        Table table = new Table("  ");
        sorted.forEach(key -> table.row(key, change(a.get(key), b.get(key))));
        section("Keys", table);
    }

    /** The settings of the run, without those that only name it. */
    private static Map<String, String> settings(JobReport report) {
        Map<String, String> settings = new TreeMap<>();
        String id = report.job("id");
        String process = id.replaceFirst("^job_", "").replaceFirst("_\\d+$", "");
        report.configuration()
                .forEach((key, value) -> {
                    if (!OF_A_RUN.matcher(key).matches() && !value.contains(process)) {
                        settings.put(key, value);
                    }
                });
        return settings;
    }
}
