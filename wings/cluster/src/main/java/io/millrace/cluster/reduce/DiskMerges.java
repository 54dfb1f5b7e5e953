package io.millrace.cluster.reduce;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.remote.AttemptInput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Keeps the map outputs of a reduce task within their memory: on its own thread, it lets a round of
 * partial reduce shrink them, and merges what remains to disk. Thread-safe.
 */
final class DiskMerges {

    private final AttemptInput input;
    private final InputMemory memory;
    private final EagerRounds rounds;
    private final Consumer<Throwable> onFailure;
    private final Thread thread;

    /** Bytes of outputs that are being fetched into memory. */
    @GuardedBy("this")
    private long arriving;

    /** Bytes of the output that was refused last. */
    @GuardedBy("this")
    private long refused;

    @GuardedBy("this")
    private boolean wanted;

    @GuardedBy("this")
    private boolean ended;

    /**
     * @param onFailure takes the failure of a disk, which fails the attempt
     */
    DiskMerges(
            AttemptInput input,
            InputMemory memory,
            EagerRounds rounds,
            Consumer<Throwable> onFailure) {
        this.input = input;
        this.memory = memory;
        this.rounds = rounds;
        this.onFailure = onFailure;
        thread = new Thread(this::run, "millrace-disk-merge");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Waits while memory is full and is about to get free. */
    synchronized void awaitRoom() throws InterruptedException {
        while (wanted && !fits(refused)) {
            wait();
        }
    }

    /**
     * Counts an output that is fetched into memory, unless a fetcher has to {@link #awaitRoom}
     * first. When memory is full and nothing will free it, the output is let in: the engine writes
     * to disk what finds no room.
     *
     * @return whether it may be fetched
     */
    synchronized boolean admit(long bytes) {
        if (wanted && !fits(bytes)) {
            refused = bytes;
            return false;
        }
        arriving += bytes;
        return true;
    }

    /** An output that was admitted has been published, or given up. */
    synchronized void arrived(long bytes) {
        arriving -= bytes;
        if (!wanted && !ended && input.heldBytes() >= memory.threshold()) {
            wanted = true;
        }
        notifyAll();
    }

    @GuardedBy("this")
    private boolean fits(long bytes) {
        return input.heldBytes() + arriving + bytes <= memory.most();
    }

    private void run() {
        try {
            while (awaitWanted()) {
                free();
                synchronized (this) {
                    wanted = false;
                    notifyAll();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            if (!hasEnded()) {
                onFailure.accept(e);
            }
        } finally {
            end();
        }
    }

    private void free() throws IOException, InterruptedException {
        rounds.relieve();
        if (input.heldBytes() >= memory.threshold()) {
            input.moveToDisk(0);
        }
    }

    private synchronized boolean awaitWanted() throws InterruptedException {
        while (!wanted && !ended) {
            wait();
        }
        return !ended;
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    private synchronized void end() {
        ended = true;
        wanted = false;
        notifyAll();
    }

    /** Ends the thread, after the merge that runs. */
    void finish() throws InterruptedException {
        end();
        thread.join();
    }

    /** Drops the merge that runs. */
    void drop() throws InterruptedException {
        end();
        thread.interrupt();
        thread.join();
    }
}
