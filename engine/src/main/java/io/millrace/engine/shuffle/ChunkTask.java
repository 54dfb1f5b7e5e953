package io.millrace.engine.shuffle;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.Thrown;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A chunk that waits for the sort pool or is being sorted there. Whoever submitted it waits for its
 * end before anything else becomes of the attempt, so that memory has one owner at a time: the task
 * until a thread begins with it, then that thread. Only an attempt that is left behind does not
 * wait. Its chunk stays with the thread, which may never end.
 */
final class ChunkTask implements Runnable {

    /** What is done; it takes over what the task works on. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** What a task works on. */
    @FunctionalInterface
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private final AttemptGuard guard;
    private final Held held;
    private final Work work;

    /** Set by whoever decides what becomes of that. */
    private final AtomicBoolean begun = new AtomicBoolean();

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable Throwable failure;

    /**
     * Work to be done for an attempt.
     *
     * @param held handed on; closed if the work is cancelled
     */
    ChunkTask(AttemptGuard guard, Held held, Work work) {
        this.guard = guard;
        this.held = held;
        this.work = work;
    }

    /** Lets the sort pool do it; cancels it if there is no pool any more. */
    void submitTo(Sorters sorters) {
        try {
            sorters.execute(guard, this);
        } catch (RuntimeException e) {
            cancel();
            throw e;
        }
    }

    @Override
    public void run() {
        if (!begun.compareAndSet(false, true)) {
            return;
        }
        try {
            if (guard.revoked()) {
                held.close();
            } else {
                work.run();
            }
        } catch (Throwable e) {
            // Thrown again where the attempt waits: its thread is the one that can fail.
            failure = e;
        } finally {
            ended.complete(null);
        }
    }

    /**
     * Waits for the end; throws what the work threw.
     *
     * @throws IOException also if the attempt is not wanted any more
     */
    void await() throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(ended, guard.left()).get();
        } catch (ExecutionException e) {
            throw new AssertionError("neither end can fail", e);
        }
        Throwable cause = failure;
        if (cause instanceof InterruptedException e) {
            throw (InterruptedException)
                    new InterruptedException("sorting was interrupted").initCause(e);
        }
        if (cause != null) {
            throw Thrown.again(cause);
        }
        guard.check();
    }

    /** Gives back the chunk unless a thread has begun with it; {@link #awaitQuietly} follows. */
    void cancel() {
        if (begun.compareAndSet(false, true)) {
            held.close();
            ended.complete(null);
        }
    }

    /** Waits for the end, whatever it is, also while interrupted. */
    void awaitQuietly() {
        CompletableFuture.anyOf(ended, guard.left()).join();
    }

    /** Does something once no thread works on the chunk: now, or at the end of that thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for what comes after the end
    void afterwards(Runnable action) {
        ended.thenRun(action);
    }
}
