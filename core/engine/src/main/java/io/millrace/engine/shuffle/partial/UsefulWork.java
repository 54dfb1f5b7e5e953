package io.millrace.engine.shuffle.partial;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.run.SpillCost;
import io.millrace.engine.task.AttemptGuard;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The work of a job's partial reducer: records and bytes in and out, by stage and partition. Where
 * bytes hardly shrink, the job does without the partial reducer, and so does a job whose partial
 * reducer fails. Thread-safe.
 */
public final class UsefulWork {

    private static final System.Logger LOG = System.getLogger("io.millrace.engine");

    private static final int MAX_LISTED = 10;
    private static final double MB = 1 << 20;

    private final String job;
    private final double maxRatio;
    private final SpillCost spills;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Map<ReduceStage, ReductionRatio> shrinkage = new EnumMap<>(ReduceStage.class);

    @GuardedBy("lock")
    private final Map<ReduceStage, CallTimes> times = new EnumMap<>(ReduceStage.class);

    @GuardedBy("lock")
    private long recordsIn;

    @GuardedBy("lock")
    private long recordsOut;

    /** Map attempts that now call the partial reducer. */
    @GuardedBy("lock")
    private final Set<AttemptGuard> calling = new HashSet<>();

    @GuardedBy("lock")
    private boolean failed;

    public UsefulWork(String job, int partitions, double maxRatio, SpillCost spills) {
        this.job = job;
        this.maxRatio = maxRatio;
        this.spills = spills;
        synchronized (lock) {
            for (ReduceStage stage : ReduceStage.values()) {
                times.put(stage, new CallTimes(spills));
                shrinkage.put(stage, new ReductionRatio(stage, partitions, maxRatio));
            }
        }
    }

    /**
     * Adds work whose result is used.
     *
     * @param in records that went in
     * @param out records that came out
     * @param before bytes that the records took, or would take on disk
     * @param after the same for the results
     */
    void add(ReduceStage stage, int partition, long in, long out, long before, long after) {
        synchronized (lock) {
            recordsIn += in;
            recordsOut += out;
            measure(stage, partition, before, after);
        }
    }

    /**
     * Adds the time of work whose result is used.
     *
     * @param before bytes that the records would take on disk
     * @param after the same for the results
     */
    void addTime(ReduceStage stage, long before, long after, long nanos) {
        synchronized (lock) {
            timesOf(stage).add(before, after, nanos);
        }
    }

    @GuardedBy("lock")
    private CallTimes timesOf(ReduceStage stage) {
        return Objects.requireNonNull(times.get(stage));
    }

    /** Adds bytes that were not worth a call. */
    void addSpared(ReduceStage stage, int partition, long bytes) {
        synchronized (lock) {
            measure(stage, partition, bytes, bytes);
        }
    }

    @GuardedBy("lock")
    private void measure(ReduceStage stage, int partition, long before, long after) {
        ReductionRatio measured = of(stage);
        if (measured.add(partition, before, after)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "Partial reduce of job %s ended for %s: %d bytes became %d, which does not pay (%s)"
                            .formatted(
                                    job,
                                    stage.words(),
                                    measured.bytesBefore(),
                                    measured.bytesAfter(),
                                    EngineKeys.PARTIAL_RATIO));
        }
    }

    @GuardedBy("lock")
    private ReductionRatio of(ReduceStage stage) {
        return Objects.requireNonNull(shrinkage.get(stage));
    }

    /** Bytes out for each byte in, above which a call does not pay. */
    double maxRatio() {
        return maxRatio;
    }

    /** From now on the partial reducer is not called. The first reason is logged. */
    public void giveUp(Throwable cause) {
        synchronized (lock) {
            if (failed) {
                return;
            }
            failed = true;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "The partial reducer of job " + job + " failed, and the job continues without it",
                cause);
    }

    /** Whether rounds still call the partial reducer. */
    public boolean continues() {
        synchronized (lock) {
            return !failed && !of(ReduceStage.OUTPUTS).paysNowhere();
        }
    }

    /** Whether the partial reducer is still called for a partition. */
    boolean pays(ReduceStage stage, int partition) {
        synchronized (lock) {
            return !failed
                    && of(stage).pays(partition)
                    && (stage != ReduceStage.CHUNK || savesTime(stage));
        }
    }

    /**
     * Whether rounds take less time than the spills that they save. Rounds that take the place of
     * spills have to; others work on threads that have nothing else to do.
     *
     * @param level how often the records were partially reduced before
     */
    public boolean roundsSaveTime(int level) {
        synchronized (lock) {
            return savesTime(ReduceStage.after(level));
        }
    }

    /** With a ratio of 1, calls continue however long they take. */
    @GuardedBy("lock")
    private boolean savesTime(ReduceStage stage) {
        return maxRatio == 1 || (spills.exceedsCalls() && timesOf(stage).pays());
    }

    /** The partitions that do without the partial reducer. */
    public BitSet off(ReduceStage stage) {
        synchronized (lock) {
            return of(stage).off();
        }
    }

    /**
     * Called when a map attempt is about to call the partial reducer.
     *
     * @return false if it must not: in an attempt that has ended, a call has not returned
     */
    boolean enter(AttemptGuard guard) {
        synchronized (lock) {
            if (failed || calling.stream().anyMatch(AttemptGuard::revoked)) {
                return false;
            }
            calling.add(guard);
            return true;
        }
    }

    /** Called when the call has returned. */
    void leave(AttemptGuard guard) {
        synchronized (lock) {
            calling.remove(guard);
        }
    }

    /** How many records fewer came out than went in. */
    public long recordsSaved() {
        synchronized (lock) {
            return recordsIn - recordsOut;
        }
    }

    /** The work done, in a few words for people; empty before any. */
    public String outcome() {
        synchronized (lock) {
            List<String> parts = new ArrayList<>();
            if (recordsIn > 0) {
                parts.add(
                        String.format(
                                Locale.ROOT,
                                "%d records became %d, and %.1f MB became %.1f MB",
                                recordsIn,
                                recordsOut,
                                sum(ReductionRatio::bytesBefore) / MB,
                                sum(ReductionRatio::bytesAfter) / MB));
            }
            if (failed) {
                parts.add("ended because it failed");
            } else {
                if (maxRatio < 1 && spills.known() && !spills.exceedsCalls()) {
                    parts.add("not called in place of spills, which take less time than calls");
                }
                for (ReduceStage stage : ReduceStage.values()) {
                    if (maxRatio < 1 && !timesOf(stage).pays()) {
                        parts.add(
                                "calls on "
                                        + stage.words()
                                        + " took longer than the spills they saved");
                    }
                }
                shrinkage.forEach((stage, measured) -> {
                    if (!measured.off().isEmpty()) {
                        parts.add(end(stage, measured));
                    }
                });
            }
            return String.join("; ", parts);
        }
    }

    @GuardedBy("lock")
    private long sum(ToLongFunction<ReductionRatio> bytes) {
        return shrinkage.values().stream().mapToLong(bytes).sum();
    }

    private static String end(ReduceStage stage, ReductionRatio measured) {
        if (measured.paysNowhere()) {
            return "ended for " + stage.words() + " because it did not pay";
        }
        BitSet off = measured.off();
        int count = off.cardinality();
        String listed =
                off.stream()
                        .limit(MAX_LISTED)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "));
        return "ended for "
                + stage.words()
                + " of "
                + count
                + (count == 1 ? " partition" : " partitions")
                + ", where it did not pay: "
                + listed
                + (count > MAX_LISTED ? ", ..." : "");
    }
}
