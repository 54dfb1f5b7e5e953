package io.millrace.engine.shuffle;

import io.millrace.engine.stream.Chunk;
import io.millrace.engine.task.Thrown;
import io.millrace.engine.task.Uninterruptibly;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A chunk that waits for the sort pool or is being sorted there. Whoever submitted it waits for its
 * end before anything else becomes of the attempt, so that memory has one owner at a time.
 */
final class ChunkTask implements Runnable {

    /** What is done with the chunk, which is handed on. */
    @FunctionalInterface
    interface Work {
        void on(Chunk chunk) throws IOException, InterruptedException;
    }

    private final Chunk chunk;
    private final Work work;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean dropped;
    private volatile @Nullable Throwable failure;

    ChunkTask(Chunk chunk, Work work) {
        this.chunk = chunk;
        this.work = work;
    }

    @Override
    public void run() {
        try {
            if (dropped) {
                chunk.close();
            } else {
                work.on(chunk);
            }
        } catch (Throwable e) {
            // Thrown again where the attempt waits: its thread is the one that can fail.
            failure = e;
        } finally {
            ended.countDown();
        }
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the end; throws what the work threw. */
    void await() throws IOException, InterruptedException {
        ended.await();
        Throwable cause = failure;
        if (cause instanceof InterruptedException e) {
            throw (InterruptedException)
                    new InterruptedException("sorting was interrupted").initCause(e);
        }
        if (cause != null) {
            throw Thrown.again(cause);
        }
    }

    /** Says that the result is not wanted; {@link #awaitQuietly} follows. */
    void drop() {
        dropped = true;
    }

    /** Waits for the end, whatever it is, also while interrupted. */
    void awaitQuietly() {
        Uninterruptibly.await(ended);
    }
}
