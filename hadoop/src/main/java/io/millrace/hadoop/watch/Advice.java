package io.millrace.hadoop.watch;

import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.Breakdown;
import io.millrace.engine.trace.Breakdown.Part;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Skew;
import io.millrace.engine.trace.Trace;
import io.millrace.engine.trace.Trace.PhaseTotal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The change that would make a job faster, if its trace shows one: the known remedy with the
 * largest estimated saving.
 */
public final class Advice {

    /** Savings below this share of the job's time are not reported. */
    private static final double WORTH = 0.08;

    /** Number of tasks per slot above which larger splits do no harm. */
    private static final int MANY = 4;

    private static final long MILLION = 1_000_000;

    private record Saving(double nanos, String text) {}

    private final WatchedJob job;
    private final Trace trace;
    private final double elapsed;

    private Advice(WatchedJob job) {
        this.job = job;
        this.trace = job.trace();
        this.elapsed = trace.endNanos() - trace.startNanos();
    }

    /** The advice for a finished job, one or two sentences; empty if there is none. */
    public static String on(WatchedJob job) {
        if (job.trace().attempts().isEmpty()) {
            return "";
        }
        if (!job.planAdvice().isEmpty()) {
            return job.planAdvice();
        }
        Advice advice = new Advice(job);
        return Stream.of(
                        advice.tasks(TaskKind.MAP),
                        advice.tasks(TaskKind.REDUCE),
                        advice.partitions(),
                        advice.spills(),
                        advice.overhead())
                .filter(saving -> saving.nanos() > WORTH * advice.elapsed)
                .max(Comparator.comparingDouble(Saving::nanos))
                .map(Saving::text)
                .orElse("");
    }

    private List<AttemptSpan> attempts(Phase main) {
        return trace.attempts().stream().filter(attempt -> attempt.main() == main).toList();
    }

    /** From the start of the first attempt of a kind to the end of the last. */
    private double nanosOf(List<AttemptSpan> attempts) {
        long start = attempts.stream().mapToLong(AttemptSpan::startNanos).min().orElse(0);
        long end = attempts.stream().mapToLong(AttemptSpan::endNanos).max().orElse(0);
        return end - start;
    }

    /** There are fewer tasks than slots. */
    private Saving tasks(TaskKind kind) {
        boolean map = kind == TaskKind.MAP;
        int tasks = job.tasks(kind);
        int slots = job.slots(kind);
        double idle = Math.max(0, 1 - (double) tasks / slots);
        double saved = tasks == 0 ? 0 : idle * nanosOf(attempts(map ? Phase.MAP : Phase.REDUCE));
        String text =
                map
                        ? "The input has %d map task%s for %d slots: a smaller"
                                + " millrace.split.size would use more slots."
                        : "The job has %d reduce task%s for %d slots: more reduce tasks"
                                + " (mapreduce.job.reduces) would use all slots.";
        return new Saving(saved, text.formatted(tasks, tasks == 1 ? "" : "s", slots));
    }

    /** One partition takes longer than the others. */
    private Saving partitions() {
        List<AttemptSpan> reduces = attempts(Phase.REDUCE);
        Skew skew = Skew.of(trace, Phase.REDUCE, AttemptSpan::bytes);
        if (skew.skewed().isEmpty()) {
            return new Saving(0, "");
        }
        Skew.Skewed largest = skew.skewed().get(0);
        double work = reduces.stream().mapToLong(AttemptSpan::nanos).sum();
        double even = work / Math.min(job.slots(TaskKind.REDUCE), reduces.size());
        return new Saving(
                nanosOf(reduces) - even,
                String.format(
                        Locale.ROOT,
                        "%s had %.0f %% of all bytes: a partitioner that spreads its"
                                + " keys, or more reduce tasks, would balance the load.",
                        largest.attempt().who(),
                        100 * largest.share()));
    }

    private Saving spills() {
        PhaseTotal spills = trace.totals().get(Phase.SPILL);
        return new Saving(
                spills == null ? 0 : (double) spills.nanos() / job.slots(TaskKind.MAP),
                spills == null
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "%,d MB did not fit into the record memory of %,d MB and"
                                        + " were spilled to disk: a larger heap"
                                        + " (HADOOP_HEAPSIZE_MAX) would keep them in memory.",
                                spills.bytes() / MILLION,
                                job.memoryMaxBytes() / MILLION));
    }

    /** There are many tiny tasks. */
    private Saving overhead() {
        double nanos = Breakdown.of(trace).totals().getOrDefault(Part.OVERHEAD, 0L);
        int tasks = job.tasks(TaskKind.MAP);
        boolean many = tasks > MANY * job.slots(TaskKind.MAP);
        return new Saving(
                many ? nanos / job.slots(TaskKind.MAP) : 0,
                String.format(
                        Locale.ROOT,
                        "The overhead of %,d map tasks was too large: larger splits"
                                + " (millrace.split.size, or CombineTextInputFormat for small"
                                + " files) reduce their number.",
                        tasks));
    }
}
