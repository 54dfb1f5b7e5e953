package io.millrace.engine.shuffle.context;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.Thrown;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A chunk that waits for the sort pool or is being sorted there. The submitting attempt waits for
 * the end of the task before it ends itself, so that memory has one owner at a time: the task until
 * a thread starts it, then that thread. Only an attempt that is left behind does not wait: its
 * chunk stays with the thread, which may never end.
 */
public final class ChunkTask implements Runnable {

    /** The work on a chunk; it takes ownership of the chunk. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** The object of the work. */
    @FunctionalInterface
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    private final AttemptGuard guard;
    private final Held held;
    private final Work work;

    /** Set by the thread that takes the object: to work on it or to close it. */
    private final AtomicBoolean begun = new AtomicBoolean();

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable Throwable failure;

    /**
     * A task for an attempt.
     *
     * @param held the object of the work, which the task owns; closed if the task is cancelled
     */
    public ChunkTask(AttemptGuard guard, Held held, Work work) {
        this.guard = guard;
        this.held = held;
        this.work = work;
    }

    /** Submits the task to the sort pool; cancels it if the pool is closed. */
    public void submitTo(Sorters sorters) {
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
            // Rethrown in await, on the attempt's thread, which is the one that can fail.
            failure = e;
        } finally {
            ended.complete(null);
        }
    }

    /**
     * Waits for the end; throws what the work threw.
     *
     * @throws IOException if the work failed, or if the attempt is no longer wanted
     */
    public void await() throws IOException, InterruptedException {
        try {
            CompletableFuture.anyOf(ended, guard.left()).get();
        } catch (ExecutionException e) {
            throw new AssertionError("the future never completes exceptionally", e);
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

    /**
     * Gives back the chunk unless a thread has started the task; {@link #awaitQuietly} must follow.
     */
    public void cancel() {
        if (begun.compareAndSet(false, true)) {
            held.close();
            ended.complete(null);
        }
    }

    /** Waits for the end, also while interrupted; ignores failures. */
    public void awaitQuietly() {
        CompletableFuture.anyOf(ended, guard.left()).join();
    }

    /**
     * Runs an action once no thread works on the chunk: now, or at the end of that thread's work.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // no thread waits for the action
    public void afterwards(Runnable action) {
        ended.thenRun(action);
    }
}
