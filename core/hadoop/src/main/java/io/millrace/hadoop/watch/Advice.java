package io.millrace.hadoop.watch;

import io.millrace.engine.config.ByteSize;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.Breakdown;
import io.millrace.engine.trace.Breakdown.Part;
import io.millrace.engine.trace.HotKey;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Skew;
import io.millrace.engine.trace.Trace;
import io.millrace.engine.trace.Trace.PhaseTotal;
import io.millrace.hadoop.config.HadoopKeys;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobStatus.State;

/**
 * The one change that would speed up a job most, if its trace shows one, with the key that makes
 * it.
 */
public final class Advice {

    /** Savings below this share of the job's time are not reported. */
    private static final double WORTH = 0.08;

    private static final double SHORTEST_NANOS = 1e9;

    /** Number of tasks per slot above which larger splits do no harm. */
    private static final int MANY = 4;

    private static final long MB = 1 << 20;

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
        Advice advice = new Advice(job);
        if (job.trace().attempts().isEmpty() || !isDue(job.state(), advice.elapsed)) {
            return "";
        }
        if (!job.planAdvice().isEmpty()) {
            return job.planAdvice();
        }
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

    /** Nobody waits for a job of milliseconds, and one that failed has another problem. */
    static boolean isDue(State state, double nanos) {
        return state == State.SUCCEEDED && nanos >= SHORTEST_NANOS;
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
                        ? "The input was split into %d map task%s for %d slots. A smaller millrace.split.size uses more slots."
                        : "There was %d reduce task%s for %d slots. A larger mapreduce.job.reduces uses more slots.";
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
                                "%s had %.0f %% of all bytes",
                                largest.attempt().who(),
                                100 * largest.share())
                        + HotKey.of(trace).stream()
                                .filter(key -> key.attempt().who().equals(largest.attempt().who()))
                                .filter(HotKey::oversized)
                                .findFirst()
                                .map(Advice::onKey)
                                .orElse(
                                        ". A partitioner that spreads its keys, or a larger mapreduce.job.reduces, balances the reduce tasks."));
    }

    private static String onKey(HotKey key) {
        return String.format(
                Locale.ROOT,
                ", and the key '%s' alone %.0f %%. No partitioner divides a key: combine its values before the reducer, or spread them over several keys and merge the results in a second job.",
                key.group().key(),
                100 * key.ofAll());
    }

    private Saving spills() {
        PhaseTotal spills = trace.totals().get(Phase.SPILL);
        return spills == null
                ? new Saving(0, "")
                : new Saving(
                        (double) spills.nanos() / job.slots(TaskKind.MAP),
                        onSpills(
                                job.conf(),
                                spills.bytes(),
                                job.memoryMaxBytes(),
                                Runtime.getRuntime().maxMemory()));
    }

    /**
     * Names the limit of record memory: the key if it is set, else the heap.
     *
     * @param recordBytes record memory of the process
     * @param heapBytes largest size of its heap
     */
    static String onSpills(
            Configuration conf, long spilledBytes, long recordBytes, long heapBytes) {
        long spilled = spilledBytes / MB;
        long configured = EngineKeys.MEMORY_MAX.in(HadoopKeys.settings(conf));
        if (configured == 0) {
            return String.format(
                    Locale.ROOT,
                    "%,d MB were spilled to disk: record memory is %,d MB, a share of the heap. A larger heap (HADOOP_HEAPSIZE_MAX) avoids spills.",
                    spilled,
                    recordBytes / MB);
        }
        long enough = (configured + spilledBytes) / MB + 1;
        boolean larger = enough > heapBytes / MB;
        return String.format(
                Locale.ROOT,
                "%,d MB were spilled to disk: %s limits record memory to %s. A value of %dm, or none, avoids spills%s.",
                spilled,
                EngineKeys.MEMORY_MAX,
                ByteSize.format(configured),
                enough,
                larger ? ", with a heap to match (HADOOP_HEAPSIZE_MAX)" : "");
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
                        "The setup of %,d map tasks took longer than their work justifies. Larger splits (millrace.split.size; CombineTextInputFormat for small files) need fewer tasks.",
                        tasks));
    }
}
