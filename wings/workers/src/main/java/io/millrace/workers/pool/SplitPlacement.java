package io.millrace.workers.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.remote.Placement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs map tasks where their data is. A worker whose lane is empty takes a task of another one only
 * if that task is expected to end sooner so, by the times measured: Hadoop's scheduler moves data
 * of slow nodes to fast ones as soon as these are idle, which makes jobs longer (Jiang et al., The
 * performance of MapReduce, section 5.7). Tasks of a lost worker, and those whose data no worker's
 * host has, go to any. Thread-safe.
 */
final class SplitPlacement implements Placement {

    /** How many times as long a task is taken to run elsewhere, before one has. */
    private static final double ELSEWHERE = 2;

    /** How long it is taken to run elsewhere before any task has ended. */
    private static final double UNKNOWN_NANOS = 60e9;

    private final int workers;
    private final int slots;
    private final LongSupplier clock;

    @GuardedBy("this")
    private final TaskLanes lanes;

    /** By task. */
    @GuardedBy("this")
    private final Map<Integer, Run> running = new HashMap<>();

    /** Workers that were lost and not replaced yet. */
    @GuardedBy("this")
    private final BitSet lost = new BitSet();

    @GuardedBy("this")
    private final RunTimes times;

    /**
     * A task that was placed at a worker, or at {@link #NONE}.
     *
     * @param begun whether a worker runs it; its attempt may end before
     */
    private record Run(int worker, long start, boolean begun) {}

    /**
     * A placement of tasks, none of which waits.
     *
     * @param local by task: the workers whose host has its data
     * @param workers their number
     * @param slots tasks that each runs at a time
     * @param clock in nanoseconds
     */
    SplitPlacement(List<BitSet> local, int workers, int slots, LongSupplier clock) {
        this.workers = workers;
        this.slots = slots;
        this.clock = clock;
        this.lanes = new TaskLanes(local, workers);
        this.times = new RunTimes(workers);
    }

    @Override
    public synchronized void add(int task, boolean first) {
        running.remove(task);
        lanes.add(task, first);
    }

    @Override
    public synchronized void clear() {
        lanes.clear();
    }

    @Override
    public synchronized int next() {
        List<Integer> idle = idle();
        if (idle.isEmpty() && somethingRuns()) {
            return NONE;
        }
        Integer task = lanes.pollAgain();
        if (task != null) {
            return place(task, nearest(task, idle));
        }
        for (int worker : idle) {
            task = lanes.poll(worker);
            if (task != null) {
                return place(task, worker);
            }
        }
        task = lanes.pollFree();
        if (task == null) {
            task = takenOver();
        }
        return task == null ? NONE : place(task, idle.isEmpty() ? NONE : idle.get(0));
    }

    /** Whether a worker runs a task, at whose end the next one may start. */
    @GuardedBy("this")
    private boolean somethingRuns() {
        return running.values().stream().anyMatch(Run::begun);
    }

    /** The workers with a free slot, those with the most first. */
    @GuardedBy("this")
    private List<Integer> idle() {
        int[] loads = new int[workers];
        for (Run run : running.values()) {
            if (run.worker() != NONE) {
                loads[run.worker()]++;
            }
        }
        List<Integer> idle = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            if (!lost.get(worker) && loads[worker] < slots) {
                idle.add(worker);
            }
        }
        idle.sort(Comparator.comparingInt(worker -> loads[worker]));
        return idle;
    }

    @GuardedBy("this")
    private int nearest(int task, List<Integer> idle) {
        for (int worker : idle) {
            if (lanes.isLocal(task, worker)) {
                return worker;
            }
        }
        return idle.isEmpty() ? NONE : idle.get(0);
    }

    /** Takes a task of a lane that is expected to end sooner elsewhere. */
    @GuardedBy("this")
    private @Nullable Integer takenOver() {
        int slowest = NONE;
        double latest = -1;
        for (int worker = 0; worker < workers; worker++) {
            double end = lanes.length(worker) == 0 ? -1 : expectedEnd(worker);
            if (end > latest) {
                slowest = worker;
                latest = end;
            }
        }
        if (slowest == NONE) {
            return null;
        }
        boolean pays = running.isEmpty() || lost.get(slowest) || expectedElsewhere() < latest;
        return pays ? lanes.pollLast(slowest) : null;
    }

    /** When the last task of a lane ends if its worker runs them all, in nanoseconds from now. */
    @GuardedBy("this")
    private double expectedEnd(int worker) {
        if (lost.get(worker)) {
            return Double.POSITIVE_INFINITY;
        }
        double one = Math.max(times.local(worker), (double) longestOf(worker));
        return one * ((double) lanes.length(worker) / slots + 1);
    }

    /** A straggler shows before its task has ended. */
    @GuardedBy("this")
    private long longestOf(int worker) {
        long now = clock.getAsLong();
        long longest = 0;
        for (Run run : running.values()) {
            if (run.worker() == worker) {
                longest = Math.max(longest, now - run.start());
            }
        }
        return longest;
    }

    /**
     * How long a task takes whose data is elsewhere; nothing is taken over before that is known.
     */
    @GuardedBy("this")
    private double expectedElsewhere() {
        if (times.others() > 0) {
            return times.other();
        }
        return times.locals() == 0 ? UNKNOWN_NANOS : ELSEWHERE * times.local();
    }

    @GuardedBy("this")
    private int place(int task, int worker) {
        running.put(task, new Run(worker, clock.getAsLong(), false));
        return task;
    }

    /** The worker that is to run a task; {@link #NONE} for any. */
    synchronized int workerOf(int task) {
        Run run = running.get(task);
        return run == null ? NONE : run.worker();
    }

    /** A task runs at a worker, perhaps another one than it was meant for. */
    synchronized void began(int task, int worker) {
        running.put(task, new Run(worker, clock.getAsLong(), true));
    }

    /**
     * An attempt has ended.
     *
     * @param well whether it was committed
     */
    synchronized void ended(int task, boolean well) {
        Run run = running.remove(task);
        if (run == null || !well) {
            return;
        }
        long nanos = clock.getAsLong() - run.start();
        if (lanes.isLocal(task, run.worker())) {
            times.addLocal(run.worker(), nanos);
        } else {
            times.addOther(nanos);
        }
    }

    /** A worker was lost, with the attempts that it ran. */
    synchronized void lost(int worker) {
        lost.set(worker);
        running.values().removeIf(run -> run.worker() == worker);
    }

    /** A worker has come, perhaps in the place of one that was lost. */
    synchronized void arrived(int worker) {
        lost.clear(worker);
    }

    /** For the log, once the tasks have ended. */
    synchronized String summary() {
        return "%d map tasks ran on a host with their data, and %d elsewhere"
                .formatted(times.locals(), times.others());
    }
}
