package io.millrace.cli.live;

import io.millrace.cli.process.Amounts;
import io.millrace.cli.process.Printable;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.MemorySample;
import io.millrace.engine.trace.Phase;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** The progress of a job, in a few lines. */
final class Progress {

    private static final int MAX_CELLS = 40;

    /** Columns that a line has beside its bar. A terminal that has no more is a narrow one. */
    private static final int TEXT = 40;

    private static final String GAP = "  ";
    private static final String COMMA = ", ";

    /** Before this share is done, nobody knows how long the rest takes. */
    private static final double EARLY = 0.05;

    private static final double NANOS = 1e9;

    private Progress() {}

    /**
     * The lines for a running job. A narrow terminal gets no bars, and the remaining time on a
     * separate line; a very narrow one gets lines that are cut.
     *
     * @param others how many more jobs run
     * @param width columns that there are
     */
    static List<AttributedString> lines(WatchedJob job, int others, Look look, int width) {
        double seconds = (System.nanoTime() - job.trace().startNanos()) / NANOS;
        List<String> times = new ArrayList<>(List.of(Amounts.seconds(seconds)));
        List<String> facts = new ArrayList<>();
        List<String> ahead = ahead(job, others, seconds);
        if (width > TEXT) {
            times.addAll(ahead);
        } else if (!ahead.isEmpty()) {
            facts.add(String.join(COMMA, ahead));
        }
        facts.addAll(rates(job, seconds));
        List<AttributedString> lines = new ArrayList<>();
        lines.add(title(job, String.join(COMMA, times), look, width));
        lines.addAll(bars(job, look, width));
        lines.addAll(filled(facts, width));
        return lines;
    }

    /** A line for each phase. */
    private static List<AttributedString> bars(WatchedJob job, Look look, int width) {
        List<AttributedString> lines = new ArrayList<>();
        int maps = job.tasks(TaskKind.MAP);
        int reduces = job.tasks(TaskKind.REDUCE);
        long mapsDone = done(job, Phase.MAP);
        lines.add(line("map", job.progress(TaskKind.MAP), mapsDone, maps, look, width));
        if (reduces > 0) {
            double sorted = maps == 0 ? 1 : (double) mapsDone / maps;
            lines.add(line("sort", sorted, mapsDone, maps, look, width));
            double reduced = job.progress(TaskKind.REDUCE);
            long reducesDone = done(job, Phase.REDUCE);
            lines.add(line("reduce", reduced, reducesDone, reduces, look, width));
        }
        return lines;
    }

    /** In as few lines as have room for them. */
    private static List<AttributedString> filled(List<String> facts, int width) {
        List<AttributedString> lines = new ArrayList<>();
        String line = "";
        for (String fact : facts) {
            if (!line.isEmpty() && line.length() + GAP.length() + fact.length() > width) {
                lines.add(new AttributedString(line));
                line = "";
            }
            line += line.isEmpty() ? fact : GAP + fact;
        }
        lines.add(new AttributedString(line));
        return lines;
    }

    /** A title that is too long loses the end of the job's name. */
    private static AttributedString title(WatchedJob job, String time, Look look, int width) {
        String name = Printable.text(job.conf().get("mapreduce.job.name", ""));
        String rest = GAP + time;
        return Look.strong(
                look.cut(name.isEmpty() ? job.id().toString() : name, width - rest.length()), rest);
    }

    private static AttributedString line(
            String phase, double share, long done, int tasks, Look look, int width) {
        return new AttributedStringBuilder()
                .append(String.format(Locale.ROOT, "%-6s ", phase))
                .append(look.bar(share, Math.max(0, Math.min(MAX_CELLS, width - TEXT))))
                .append(
                        String.format(
                                Locale.ROOT,
                                " %3.0f %%  %,d of %,d tasks",
                                100 * share,
                                done,
                                tasks))
                .toAttributedString();
    }

    private static long done(WatchedJob job, Phase main) {
        return job.trace().attempts().stream()
                .filter(attempt -> attempt.main() == main)
                .filter(attempt -> attempt.outcome() == AttemptSpan.Outcome.SUCCEEDED)
                .count();
    }

    /** The expected rest. */
    private static List<String> ahead(WatchedJob job, int others, double seconds) {
        List<String> ahead = new ArrayList<>();
        left(job, seconds).ifPresent(ahead::add);
        if (others > 0) {
            ahead.add("and %d more jobs".formatted(others));
        }
        return ahead;
    }

    /** The time that the running phase still needs, at the rate so far. */
    private static Optional<String> left(WatchedJob job, double seconds) {
        double maps = job.progress(TaskKind.MAP);
        if (maps < 1) {
            return maps < EARLY ? Optional.empty() : about(seconds * (1 - maps) / maps, "map");
        }
        double reduced = job.progress(TaskKind.REDUCE);
        double reducing = reduceSeconds(job);
        return reduced < EARLY || reduced == 1 || reducing == 0
                ? Optional.empty()
                : about(reducing * (1 - reduced) / reduced, "reduce");
    }

    /** Since the last map attempt ended. */
    private static double reduceSeconds(WatchedJob job) {
        long mapsEnd =
                job.trace().attempts().stream()
                        .filter(attempt -> attempt.main() == Phase.MAP)
                        .mapToLong(AttemptSpan::endNanos)
                        .max()
                        .orElse(job.trace().startNanos());
        return (System.nanoTime() - mapsEnd) / NANOS;
    }

    private static Optional<String> about(double seconds, String phase) {
        return Optional.of(String.format(Locale.ROOT, "about %.0f s of %s left", seconds, phase));
    }

    private static List<String> rates(WatchedJob job, double seconds) {
        Counters counters = job.counters();
        long records = counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue();
        long bytes = counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue();
        List<MemorySample> memory = job.trace().memory();
        long spilled = memory.isEmpty() ? 0 : memory.get(memory.size() - 1).spilledBytes();
        return List.of(
                String.format(
                        Locale.ROOT,
                        "%,.0f records/s, %s/s",
                        records / seconds,
                        Amounts.bytes(bytes / seconds)),
                "memory %s of %s"
                        .formatted(
                                Amounts.bytes(job.memoryHeldBytes()),
                                Amounts.bytes(job.memoryMaxBytes())),
                "spilled " + Amounts.bytes(spilled));
    }
}
