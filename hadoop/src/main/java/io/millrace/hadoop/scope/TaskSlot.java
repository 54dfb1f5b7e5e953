package io.millrace.hadoop.scope;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.task.AttemptId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What the engine lends to an attempt that runs in it, for code that knows that it may: record
 * memory, and a way to wait for other attempts of the same job. Thread-safe.
 */
public final class TaskSlot {

    private final AttemptId attempt;
    private final @Nullable Turns turns;
    private final MemoryBudget memory;

    /**
     * The slot of an attempt.
     *
     * @param turns by which attempts of the job run its code; null if all may at once
     */
    public TaskSlot(AttemptId attempt, @Nullable Turns turns, MemoryBudget memory) {
        this.attempt = attempt;
        this.turns = turns;
        this.memory = memory;
    }

    /** The slot of the attempt whose code the calling thread runs; null outside of the engine. */
    public static @Nullable TaskSlot current() {
        UserScope scope = UserScope.current();
        return scope == null ? null : scope.slot();
    }

    /** The record memory of the engine; whatever is taken is to be given back by the attempt. */
    public MemoryBudget memory() {
        return memory;
    }

    /**
     * Runs what waits for another attempt of the job, which may have the turn meanwhile. Code of
     * the job's own must not run in it.
     */
    public <T> T aside(Callable<T> waiting) throws Exception {
        if (turns == null) {
            return waiting.call();
        }
        int times = turns.suspend(attempt);
        try {
            return waiting.call();
        } finally {
            turns.resume(attempt, times);
        }
    }
}
