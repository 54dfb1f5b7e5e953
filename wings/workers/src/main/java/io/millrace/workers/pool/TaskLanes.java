package io.millrace.workers.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Map tasks that wait: a lane for each worker, with the tasks whose data its host has. A task may
 * be in several. Used under the lock of its owner.
 */
final class TaskLanes {

    private final List<BitSet> local;

    /** Also tasks that no longer wait. */
    private final List<Deque<Integer>> lanes = new ArrayList<>();

    private final Deque<Integer> free = new ArrayDeque<>();
    private final Deque<Integer> again = new ArrayDeque<>();
    private final BitSet waiting = new BitSet();
    private final int[] lengths;

    /**
     * Lanes without tasks.
     *
     * @param local by task: the workers whose host has its data
     */
    TaskLanes(List<BitSet> local, int workers) {
        this.local = local;
        this.lengths = new int[workers];
        for (int i = 0; i < workers; i++) {
            lanes.add(new ArrayDeque<>());
        }
    }

    /** Whether a worker's host has the data of a task. */
    boolean isLocal(int task, int worker) {
        return worker >= 0 && local.get(task).get(worker);
    }

    /**
     * A task waits.
     *
     * @param first whether it is tried again
     */
    void add(int task, boolean first) {
        waiting.set(task);
        BitSet at = local.get(task);
        at.stream().forEach(worker -> lengths[worker]++);
        if (first) {
            again.addFirst(task);
        } else if (at.isEmpty()) {
            free.addLast(task);
        } else {
            at.stream().forEach(worker -> lanes.get(worker).addLast(task));
        }
    }

    void clear() {
        lanes.forEach(Deque::clear);
        free.clear();
        again.clear();
        waiting.clear();
        Arrays.fill(lengths, 0);
    }

    /** How many tasks of a worker's lane wait. */
    int length(int worker) {
        return lengths[worker];
    }

    /** Takes a task that is tried again. */
    @Nullable Integer pollAgain() {
        return poll(again);
    }

    /** Takes a task whose data no worker's host has. */
    @Nullable Integer pollFree() {
        return poll(free);
    }

    /** Takes the first task of a worker's lane. */
    @Nullable Integer poll(int worker) {
        return poll(lanes.get(worker));
    }

    private @Nullable Integer poll(Deque<Integer> queue) {
        Integer task = queue.poll();
        while (task != null && !take(task)) {
            task = queue.poll();
        }
        return task;
    }

    /** Takes the task that a worker would reach last. */
    @Nullable Integer pollLast(int worker) {
        Deque<Integer> lane = lanes.get(worker);
        Integer task = lane.pollLast();
        while (task != null && !take(task)) {
            task = lane.pollLast();
        }
        return task;
    }

    /** False if it no longer waits: it was taken from another lane. */
    private boolean take(int task) {
        if (!waiting.get(task)) {
            return false;
        }
        waiting.clear(task);
        local.get(task).stream().forEach(worker -> lengths[worker]--);
        return true;
    }
}
