package io.millrace.engine.job.partial;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one round of partial reduce, cut into slices, and the threads that take them. A
 * thread that comes when the round has ended does not enter. Thread-safe.
 */
final class PartialRound {

    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Deque<Slice> slices = new ArrayDeque<>();

    @GuardedBy("lock")
    private int workers;

    @GuardedBy("lock")
    private boolean ended;

    /** Where the next round begins: with the first reducer that this round does not serve. */
    @GuardedBy("lock")
    private int next;

    @GuardedBy("lock")
    private boolean cut;

    /**
     * A round over all partitions of a process.
     *
     * @param first the partition to begin with
     * @param parts how many threads may share it, at least 1
     */
    PartialRound(Slice all, int first, int parts) {
        this.next = first;
        int count = all.to() - all.from();
        for (int i = 0; i < parts; i++) {
            int from = first + (int) ((long) count * i / parts);
            int to = first + (int) ((long) count * (i + 1) / parts);
            addTurned(from, to, all);
        }
    }

    /** Adds partitions that are counted on beyond the last one. */
    private void addTurned(int from, int to, Slice all) {
        int end = all.to();
        int count = end - all.from();
        synchronized (lock) {
            if (from < Math.min(to, end)) {
                slices.add(new Slice(from, Math.min(to, end)));
            }
            if (to > Math.max(from, end)) {
                slices.add(new Slice(Math.max(from, end) - count, to - count));
            }
        }
    }

    /** Called by a thread before it takes slices; returns false if the round has ended. */
    boolean enter() {
        synchronized (lock) {
            if (ended) {
                return false;
            }
            workers++;
            return true;
        }
    }

    /** The next slice for a thread; null if there is none. */
    @Nullable Slice take() {
        synchronized (lock) {
            return slices.poll();
        }
    }

    /** Ends the round before {@code partition}: further slices are not taken. */
    void cutAt(int partition) {
        synchronized (lock) {
            slices.clear();
            if (!cut) {
                cut = true;
                next = partition;
            }
        }
    }

    /** Called by a thread that takes no more; returns whether it was the last, once. */
    boolean leave() {
        synchronized (lock) {
            workers--;
            ended = workers == 0;
            return ended;
        }
    }

    /** The partition with which the next round begins. */
    int next() {
        synchronized (lock) {
            return next;
        }
    }
}
