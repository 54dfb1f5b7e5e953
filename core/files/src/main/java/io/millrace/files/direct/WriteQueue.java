package io.millrace.files.direct;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.task.Thrown;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue of full buffers to be written to a file, in order. A background thread writes them, or
 * the thread that adds them if too many wait or it drains the queue.
 *
 * <p>The next {@code add} or {@code drain} throws the exception of a failed write unchanged; later
 * calls throw a failure with that cause. Nothing is written after a failure. Thread-safe.
 */
final class WriteQueue implements Runnable {

    private static final int MOST_WAITING = 4;

    private final OutputStream file;
    private final WriteThreads threads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition written = lock.newCondition();

    @GuardedBy("lock")
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean asked;

    @GuardedBy("lock")
    private boolean writing;

    @GuardedBy("lock")
    private @Nullable Throwable failure;

    @GuardedBy("lock")
    private boolean told;

    WriteQueue(OutputStream file, WriteThreads threads) {
        this.file = file;
        this.threads = threads;
    }

    /** Adds a full buffer; takes ownership of it. */
    void add(byte[] full) throws IOException {
        boolean ask;
        lock.lock();
        try {
            waiting.addLast(full);
            ask = !asked;
            asked = true;
        } finally {
            lock.unlock();
        }
        if (ask) {
            ask();
        }
        awaitAtMost(MOST_WAITING);
    }

    private void ask() {
        try {
            threads.execute(this);
        } catch (RejectedExecutionException e) {
            leave(); // all threads are busy, but one may be free when the next buffer is full
        }
    }

    /** Writes the queued buffers, on a background thread. */
    @Override
    public void run() {
        boolean more = true;
        while (more) {
            more = writeOne();
        }
        leave();
    }

    /** Waits until all buffers are written. */
    void drain() throws IOException {
        awaitAtMost(0);
    }

    private void awaitAtMost(int count) throws IOException {
        while (pending(count) > count) {
            writeOne();
        }
        tell();
    }

    /**
     * Number of unwritten buffers; waits while another thread writes and there are more than {@code
     * count}.
     */
    private int pending(int count) {
        lock.lock();
        try {
            while (writing && waiting.size() + 1 > count) {
                written.awaitUninterruptibly();
            }
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** Writes the first queued buffer; false if there is none or another thread is writing. */
    private boolean writeOne() {
        byte[] buffer = begin();
        if (buffer == null) {
            return false;
        }
        Throwable stoppedBy = null;
        try {
            file.write(buffer, 0, buffer.length);
        } catch (Throwable e) { // reported to the writer of the file
            stoppedBy = e;
        }
        threads.giveBuffer(buffer);
        end(stoppedBy);
        return true;
    }

    private byte @Nullable [] begin() {
        lock.lock();
        try {
            byte[] buffer = writing ? null : waiting.pollFirst();
            writing |= buffer != null;
            return buffer;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable stoppedBy) {
        lock.lock();
        try {
            writing = false;
            if (stoppedBy != null) {
                failure = stoppedBy;
                waiting.forEach(threads::giveBuffer);
                waiting.clear();
            }
            written.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        lock.lock();
        try {
            asked = false;
        } finally {
            lock.unlock();
        }
    }

    private void tell() throws IOException {
        lock.lock();
        try {
            Throwable cause = failure;
            if (cause == null) {
                return;
            }
            if (told) {
                throw new IOException("an earlier write of this file failed: " + cause, cause);
            }
            told = true;
            throw Thrown.again(cause);
        } finally {
            lock.unlock();
        }
    }
}
