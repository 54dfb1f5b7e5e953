package io.millrace.workers.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.task.AttemptId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which worker holds its part of which map output. An output counts when its attempt is committed;
 * then all workers that needed it have it. Thread-safe.
 */
final class HeldOutputs {

    private static final int NONE = -1;

    private final PartitionRanges ranges;
    private final int mapTasks;

    /** By worker and map task: the attempt whose output the worker holds. */
    @GuardedBy("this")
    private final int[][] holds;

    /** Map tasks that have been committed. */
    @GuardedBy("this")
    private final BitSet committed = new BitSet();

    /** How often each worker has lost what it held. */
    @GuardedBy("this")
    private final int[] losses;

    /** Attempts that run, and the workers that they deliver to. */
    @GuardedBy("this")
    private final Map<AttemptId, Delivery> deliveries = new HashMap<>();

    /** A delivery: to a worker that has lost everything meanwhile, it was in vain. */
    private record Delivery(BitSet receivers, int[] losses) {}

    HeldOutputs(PartitionRanges ranges, int mapTasks) {
        this.ranges = ranges;
        this.mapTasks = mapTasks;
        this.holds = new int[ranges.workers()][mapTasks];
        for (int[] each : holds) {
            Arrays.fill(each, NONE);
        }
        this.losses = new int[ranges.workers()];
    }

    PartitionRanges ranges() {
        return ranges;
    }

    /** Begins a delivery to the workers that reduce something and do not hold the task's output. */
    synchronized BitSet begin(AttemptId attempt) {
        BitSet receivers = new BitSet();
        for (int worker = 0; worker < ranges.workers(); worker++) {
            if (ranges.first(worker) < ranges.end(worker)
                    && holds[worker][attempt.task()] == NONE) {
                receivers.set(worker);
            }
        }
        deliveries.put(attempt, new Delivery(receivers, losses.clone()));
        return (BitSet) receivers.clone();
    }

    /**
     * Ends a delivery; the attempt is committed.
     *
     * @return the workers that hold its output from now on
     */
    synchronized BitSet commit(AttemptId attempt) {
        BitSet holders = new BitSet();
        Delivery delivery = deliveries.remove(attempt);
        if (delivery == null) {
            return holders;
        }
        committed.set(attempt.task());
        for (int worker : delivery.receivers().stream().toArray()) {
            if (delivery.losses()[worker] == losses[worker]) {
                holds[worker][attempt.task()] = attempt.attempt();
                holders.set(worker);
            }
        }
        return holders;
    }

    /** Whether a map task is neither committed nor at work. */
    synchronized boolean tasksWait() {
        BitSet begun = (BitSet) committed.clone();
        deliveries.keySet().forEach(attempt -> begun.set(attempt.task()));
        return begun.cardinality() < mapTasks;
    }

    /**
     * Ends a delivery of an attempt that does not count.
     *
     * @return the workers that may have got something of it
     */
    synchronized BitSet drop(AttemptId attempt) {
        Delivery delivery = deliveries.remove(attempt);
        return delivery == null ? new BitSet() : delivery.receivers();
    }

    /** A worker has lost everything. */
    synchronized void lose(int worker) {
        losses[worker]++;
        Arrays.fill(holds[worker], NONE);
    }

    /** The committed map tasks whose output an owner of these partitions does not hold. */
    synchronized BitSet missing(BitSet partitions) {
        BitSet missing = new BitSet();
        for (int worker = 0; worker < ranges.workers(); worker++) {
            int next = partitions.nextSetBit(ranges.first(worker));
            if (next >= 0 && next < ranges.end(worker)) {
                missing.or(missing(worker));
            }
        }
        return missing;
    }

    @GuardedBy("this")
    private BitSet missing(int worker) {
        BitSet missing = new BitSet();
        for (int task = 0; task < holds[worker].length; task++) {
            missing.set(task, committed.get(task) && holds[worker][task] == NONE);
        }
        return missing;
    }

    /** Whether a worker holds its part of all map outputs that count. */
    synchronized boolean isComplete(int worker) {
        return missing(worker).isEmpty();
    }

    /** The attempts whose output a worker holds, by map task; negative if none counts. */
    synchronized List<Integer> heldBy(int worker) {
        List<Integer> held = new ArrayList<>(holds[worker].length);
        for (int attempt : holds[worker]) {
            held.add(attempt);
        }
        return held;
    }
}
