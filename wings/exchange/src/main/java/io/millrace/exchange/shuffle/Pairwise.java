package io.millrace.exchange.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * Sends to one worker at a time. A step is the turn of one other worker: the outputs that wait for
 * it go to it, and once it has them, the next step begins. In step k, worker i turns to i XOR k if
 * there is a power of two of workers, and to i + k otherwise, so that workers which begin together
 * form pairs, or a ring. Steps without output are left out.
 *
 * <p>Source: the pairwise exchange in Daikoku, Kawashima and Tatebe, "On Exploring Efficient
 * Shuffle Design for In-Memory MapReduce", BeyondMR'16. Theirs runs once, after all map tasks; this
 * one with each wave of map tasks, whose outputs are not kept any longer. Thread-safe.
 */
final class Pairwise implements SendOrder {

    /** The worker of each step. */
    private final int[] partners;

    /** The number of outputs that wait for each worker. */
    @GuardedBy("this")
    private final int[] wanted;

    @GuardedBy("this")
    private int step;

    /** Outputs that wait for this step, and have not begun. */
    @GuardedBy("this")
    private int open;

    /** Outputs that are being sent in this step. */
    @GuardedBy("this")
    private int inside;

    Pairwise(int rank, int size) {
        this.partners = partners(rank, size);
        this.wanted = new int[size];
    }

    /** The workers that a worker turns to, in the order of steps; itself first. */
    static int[] partners(int rank, int size) {
        boolean powerOfTwo = Integer.bitCount(size) == 1;
        int[] partners = new int[size];
        for (int k = 0; k < size; k++) {
            partners[k] = powerOfTwo ? rank ^ k : (rank + k) % size;
        }
        return partners;
    }

    @Override
    public void deliver(List<Peer> peers, OutputBlock block, BitSet left, OutputParts parts)
            throws IOException, InterruptedException {
        while (!left.isEmpty()) {
            int to = enter(left);
            try {
                peers.get(to).send(block, parts);
                peers.get(to).awaitReceipt(block);
                left.clear(to);
            } finally {
                leave();
            }
        }
    }

    /** Waits for the turn of one of these workers, and returns it; {@link #leave} follows. */
    synchronized int enter(BitSet left) throws InterruptedException {
        want(left, 1);
        try {
            if (isOver()) {
                next(); // no other thread begins a step for the first output
            }
            // A step is for the outputs that waited when it began: one that comes later waits for
            // the next turn of its worker, even if that worker's step is on. Otherwise, a worker
            // to which much is sent would hold up the turns of all others.
            while (open == 0 || !left.get(partners[step])) {
                wait();
            }
            open--;
            inside++;
            return partners[step];
        } finally {
            // This output waits for none of its workers while it is sent to one of them; it comes
            // back for the rest. Also if the wait was interrupted: then the step may be left with
            // an output too many to wait for, and nobody inside who would end it.
            want(left, -1);
            open = Math.min(open, wanted[partners[step]]);
            if (isOver()) {
                next();
            }
        }
    }

    /** The output is with the worker, or cannot be. */
    synchronized void leave() {
        assert inside > 0 : "nobody is inside";
        inside--;
        if (isOver()) {
            next();
        }
    }

    private synchronized boolean isOver() {
        return inside == 0 && open == 0;
    }

    /** Begins the next step that an output waits for. */
    private synchronized void next() {
        assert isOver() : open + " outputs wait for this step, " + inside + " are being sent";
        for (int k = 1; k <= partners.length && open == 0; k++) {
            step = (step + 1) % partners.length;
            open = wanted[partners[step]];
        }
        notifyAll();
    }

    private synchronized void want(BitSet workers, int count) {
        for (int each = workers.nextSetBit(0); each >= 0; each = workers.nextSetBit(each + 1)) {
            wanted[each] += count;
            assert wanted[each] >= 0 : each;
        }
    }
}
