package io.millrace.engine.shuffle.output;

import io.millrace.engine.shuffle.context.ChunkTask;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The tasks that one attempt has given to the sort pool, in order. Used by the attempt's thread.
 */
final class ChunkTasks implements AutoCloseable {

    /** Chunks of one attempt that may wait for the sort pool while the attempt continues. */
    private static final int MAX_WAITING = 2;

    private final AttemptGuard guard;
    private final ShuffleContext context;
    private final Deque<ChunkTask> waiting = new ArrayDeque<>();

    ChunkTasks(AttemptGuard guard, ShuffleContext context) {
        this.guard = guard;
        this.context = context;
    }

    /** Gives a task to the sort pool, and waits while too many are pending. */
    void start(ChunkTask task) throws IOException, InterruptedException {
        task.submitTo(context.sorters());
        waiting.add(task);
        awaitUntilWaiting(MAX_WAITING);
    }

    /** The same for work that owns nothing. */
    void start(ChunkTask.Work work) throws IOException, InterruptedException {
        start(new ChunkTask(guard, () -> {}, work));
    }

    /** Does work on the sort pool; returns when all tasks have ended. */
    void run(ChunkTask.Work work) throws IOException, InterruptedException {
        start(work);
        awaitAll();
    }

    /** Waits until no task is pending; throws the failure of an ended task. */
    void awaitAll() throws IOException, InterruptedException {
        awaitUntilWaiting(0);
    }

    /** Waits until at most so many tasks are pending; throws the failure of an ended task. */
    private void awaitUntilWaiting(int count) throws IOException, InterruptedException {
        if (waiting.size() <= count) {
            return;
        }
        OpenSpan waitingForSorts = context.trace().begin(Phase.WAIT, guard.attempt().toString());
        while (waiting.size() > count) {
            waiting.element().await();
            waiting.remove();
        }
        waitingForSorts.end(0, 0);
    }

    /** Cancels tasks that have not begun, and waits for the others. */
    @Override
    public void close() {
        waiting.forEach(ChunkTask::cancel);
        waiting.forEach(ChunkTask::awaitQuietly);
        waiting.clear();
    }
}
