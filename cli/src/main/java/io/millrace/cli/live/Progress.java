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
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;

/** How far a job is, in a few lines. */
final class Progress {

    private static final int MAX_CELLS = 40;

    /** What a line has beside its bar. */
    private static final int TEXT = 40;

    /** Before this share is done, nobody knows how long the rest takes. */
    private static final double EARLY = 0.05;

    private static final double NANOS = 1e9;

    private Progress() {}

    /**
     * The lines for a job that runs.
     *
     * @param others how many more jobs run
     */
    static List<String> lines(WatchedJob job, int others, Look look) {
        double seconds = (System.nanoTime() - job.trace().startNanos()) / NANOS;
        List<String> lines = new ArrayList<>();
        String name = Printable.text(job.conf().get("mapreduce.job.name", ""));
        lines.add(
                look.strong(name.isEmpty() ? job.id().toString() : name)
                        + "  "
                        + Amounts.seconds(seconds)
                        + left(job, seconds)
                        + (others > 0 ? ", and %d more jobs".formatted(others) : ""));
        int maps = job.tasks(TaskKind.MAP);
        int reduces = job.tasks(TaskKind.REDUCE);
        long mapsDone = done(job, Phase.MAP);
        lines.add(line("map", job.progress(TaskKind.MAP), mapsDone, maps, look));
        if (reduces > 0) {
            lines.add(line("sort", maps == 0 ? 1 : (double) mapsDone / maps, mapsDone, maps, look));
            lines.add(
                    line(
                            "reduce",
                            job.progress(TaskKind.REDUCE),
                            done(job, Phase.REDUCE),
                            reduces,
                            look));
        }
        lines.add(rates(job, seconds));
        return lines;
    }

    private static String line(String phase, double share, long done, int tasks, Look look) {
        int cells = Math.max(0, Math.min(MAX_CELLS, look.width() - TEXT));
        return String.format(
                Locale.ROOT,
                "%-6s %s %3.0f %%  %,d of %,d tasks",
                phase,
                look.bar(share, cells),
                100 * share,
                done,
                tasks);
    }

    private static long done(WatchedJob job, Phase main) {
        return job.trace().attempts().stream()
                .filter(attempt -> attempt.main() == main)
                .filter(attempt -> attempt.outcome() == AttemptSpan.Outcome.SUCCEEDED)
                .count();
    }

    /** What is left of the phase that runs, from how fast it went so far. */
    private static String left(WatchedJob job, double seconds) {
        double maps = job.progress(TaskKind.MAP);
        if (maps < 1) {
            return maps < EARLY ? "" : about(seconds * (1 - maps) / maps, "map");
        }
        double reduced = job.progress(TaskKind.REDUCE);
        double reducing = reduceSeconds(job);
        return reduced < EARLY || reduced == 1 || reducing == 0
                ? ""
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

    private static String about(double seconds, String phase) {
        return String.format(Locale.ROOT, ", about %.0f s of %s left", seconds, phase);
    }

    private static String rates(WatchedJob job, double seconds) {
        Counters counters = job.counters();
        long records = counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue();
        long bytes = counters.findCounter(FileInputFormatCounter.BYTES_READ).getValue();
        List<MemorySample> memory = job.trace().memory();
        long spilled = memory.isEmpty() ? 0 : memory.get(memory.size() - 1).spilledBytes();
        return String.format(
                Locale.ROOT,
                "%,.0f records/s, %s/s  memory %s of %s  spilled %s",
                records / seconds,
                Amounts.bytes(bytes / seconds),
                Amounts.bytes(job.memoryHeldBytes()),
                Amounts.bytes(job.memoryMaxBytes()),
                Amounts.bytes(spilled));
    }
}
