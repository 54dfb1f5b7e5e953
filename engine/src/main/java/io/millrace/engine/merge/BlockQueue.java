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
 * A cursor's records on their way to another thread: a few blocks that go round between the one
 * thread that reads them and whichever fills them. That is a thread of a pool, which is asked for
 * when half of the blocks are free and leaves when none is, or when it has filled as many as there
 * are, so that others who use the pool get their turn; or the reader itself, when it finds no block
 * filled and nobody filling one.
 *
 * <p>Fills follow each other: the cursor is used by one thread at a time. Thread-safe.
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

    /** Whether a block shows the cursor's own record, so that the cursor has to stay there. */
    @GuardedBy("lock")
    private boolean lent;

    // Used by whoever fills.
    /** Whether the cursor stands at a record that no block has yet. */
    private boolean pending;

    private float progress;

    /**
     * A queue of which no block is filled yet.
     *
     * @param free empty blocks, beside the one that the reader has
     */
    BlockQueue(RecordCursor source, AttemptId reader, Executor threads, List<RecordBlock> free) {
        this.source = source;
        this.reader = reader;
        this.threads = threads;
        this.free = new ArrayDeque<>(free);
        this.blocks = free.size();
    }

    /** Asks for a thread that fills blocks if enough of them are free and none has been asked. */
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
            // The pool ends; whoever still reads fills its blocks itself.
        }
    }

    /** Fills what is free, on a thread of the pool. */
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
     * The next filled block in exchange for the one that has been read, which stays the reader's if
     * there is no next.
     *
     * @return null at the end
     * @throws IOException what stopped the cursor, or that the queue was closed
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
                            "the records of attempt " + reader + " were closed meanwhile");
                }
                if (!filled.isEmpty()) {
                    free.addLast(read);
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

    /** The cursor may move on. */
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

    /** Fills one block; false if none is free, another thread fills one, or there is no more. */
    private boolean fillOne() {
        RecordBlock block = begin();
        if (block == null) {
            return false;
        }
        Throwable stoppedBy = null;
        boolean last = false;
        try {
            last = fill(block);
        } catch (Throwable e) { // the reader's to know, behind the records before it
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

    /** Whether no record follows those that are now in the block. */
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

    /** From now on the cursor is not used any more; waits for a block that is being filled. */
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
