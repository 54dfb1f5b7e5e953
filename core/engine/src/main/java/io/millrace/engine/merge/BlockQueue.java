package io.millrace.engine.merge;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Thrown;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A cursor's records on their way to another thread: a few blocks circulate between the reader and
 * the thread that fills them. A pool thread fills blocks. It is requested when half of the blocks
 * are free. It leaves when no block is free, or when it has filled as many as there are, so that
 * other users of the pool get their turn. If the reader finds no filled block and no thread is
 * filling one, it fills a block itself.
 *
 * <p>Only one thread at a time fills, so the cursor is used by one thread at a time. Thread-safe.
 */
final class BlockQueue implements Runnable {

    private final RecordCursor source;
    private final AttemptId reader;
    private final Executor threads;
    private final int blocks;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<RecordBlock> free;

    @GuardedBy("lock")
    private final Deque<RecordBlock> filled = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean asked;

    @GuardedBy("lock")
    private boolean filling;

    @GuardedBy("lock")
    private boolean exhausted;

    @GuardedBy("lock")
    private @Nullable Throwable failure;

    @GuardedBy("lock")
    private boolean closed;

    /** Whether a block shows the cursor's current record, so that the cursor must not move. */
    @GuardedBy("lock")
    private boolean lent;

    // Used by the filling thread.
    /** Whether the cursor's current record is not yet in a block. */
    private boolean pending;

    private float progress;

    /**
     * A queue without filled blocks.
     *
     * @param free empty blocks, without the one that the reader has
     */
    BlockQueue(RecordCursor source, AttemptId reader, Executor threads, List<RecordBlock> free) {
        this.source = source;
        this.reader = reader;
        this.threads = threads;
        this.free = new ArrayDeque<>(free);
        this.blocks = free.size();
    }

    /** Requests a thread to fill blocks if enough are free and none has been requested. */
    void ask() {
        lock.lock();
        try {
            if (asked || exhausted || failure != null || 2 * free.size() < blocks) {
                return;
            }
            asked = true;
        } finally {
            lock.unlock();
        }
        try {
            threads.execute(this);
        } catch (RejectedExecutionException e) {
            // The pool is closing: the reader fills its blocks itself.
        }
    }

    /** Fills free blocks, on a pool thread. */
    @Override
    public void run() {
        int count = 0;
        while (count < blocks && fillOne()) {
            count++;
        }
        lock.lock();
        try {
            asked = false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Exchanges the block that was read for the next filled one. If there is none, the reader keeps
     * its block.
     *
     * @return null at the end
     * @throws IOException the failure of the cursor, or if the queue was closed
     */
    @Nullable RecordBlock exchange(RecordBlock read) throws IOException {
        giveBackWhatIsLent(read);
        while (true) {
            lock.lock();
            try {
                while (filled.isEmpty() && filling) {
                    changed.awaitUninterruptibly();
                }
                if (closed) {
                    throw new IOException(
                            "the records of attempt " + reader + " were closed while it read them");
                }
                if (!filled.isEmpty()) {
                    free.addLast(read);
                    assert free.size() + filled.size() <= blocks + 1 : "a block came twice";
                    return filled.removeFirst();
                }
                rethrow(failure);
                if (exhausted) {
                    return null;
                }
            } finally {
                lock.unlock();
            }
            fillOne();
        }
    }

    /** Lets the cursor move on. */
    private void giveBackWhatIsLent(RecordBlock read) {
        if (!read.isLent()) {
            return;
        }
        read.clear(read.progress());
        lock.lock();
        try {
            lent = false;
        } finally {
            lock.unlock();
        }
    }

    private static void rethrow(@Nullable Throwable failure) {
        if (failure != null) {
            throw Thrown.again(failure);
        }
    }

    /**
     * Fills one block; false if none is free, another thread fills one, or there are no more
     * records.
     */
    private boolean fillOne() {
        RecordBlock block = begin();
        if (block == null) {
            return false;
        }
        Throwable stoppedBy = null;
        boolean last = false;
        try {
            last = fill(block);
        } catch (Throwable e) { // the reader gets it, after the records before it
            stoppedBy = e;
        }
        end(block, last, stoppedBy);
        return true;
    }

    private @Nullable RecordBlock begin() {
        lock.lock();
        try {
            if (filling || exhausted || failure != null || closed || lent) {
                return null;
            }
            RecordBlock block = free.pollFirst();
            filling = block != null;
            return block;
        } finally {
            lock.unlock();
        }
    }

    private void end(RecordBlock block, boolean last, @Nullable Throwable stoppedBy) {
        lock.lock();
        try {
            assert filling : "two threads fill blocks";
            filling = false;
            exhausted = last;
            failure = stoppedBy;
            lent = block.isLent();
            filled.addLast(block);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Fills the block; returns whether it contains the last records. */
    private boolean fill(RecordBlock block) throws IOException {
        block.clear(progress);
        while (pending || source.next()) {
            pending = !block.add(source);
            if (pending || block.isLent()) {
                progress = source.progress();
                block.fillEnded(progress);
                return false;
            }
        }
        progress = 1;
        block.fillEnded(progress);
        return true;
    }

    /** Ends the use of the cursor; waits for a block that is being filled. */
    void close() {
        lock.lock();
        try {
            closed = true;
            while (filling) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
