package io.millrace.engine.shuffle.output;

import io.millrace.engine.shuffle.context.ChunkTask;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The tasks that one attempt has given to the sort pool, in order. Used by the attempt's thread.
 */
final class ChunkTasks implements AutoCloseable {

    private final AttemptId attempt;
    private final ShuffleContext context;
    private final Deque<ChunkTask> waiting = new ArrayDeque<>();

    ChunkTasks(AttemptId attempt, ShuffleContext context) {
        this.attempt = attempt;
        this.context = context;
    }

    /** Gives a task to the sort pool. */
    void start(ChunkTask task) {
        task.submitTo(context.sorters());
        waiting.add(task);
    }

    /** Waits until at most so many tasks are pending; throws the failure of an ended task. */
    void awaitUntilWaiting(int count) throws IOException, InterruptedException {
        if (waiting.size() <= count) {
            return;
        }
        Stretch waitingForSorts = context.trace().begin(Phase.WAIT, attempt.toString());
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
