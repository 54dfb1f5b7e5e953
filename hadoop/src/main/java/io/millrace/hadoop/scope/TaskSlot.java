package io.millrace.hadoop.scope;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.task.AttemptId;
import io.millrace.formats.inputcache.InputCache;
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
    private final String job;
    private final @Nullable InputCache inputs;
    private final Runnable whenItWaits;

    /**
     * The slot of an attempt.
     *
     * @param turns by which attempts of the job run its code; null if all may at once
     * @param job whose memory what it takes is
     * @param inputs keeps what attempts read; null if the engine has none
     * @param whenItWaits told when the attempt waits for another one
     */
    public TaskSlot(
            AttemptId attempt,
            @Nullable Turns turns,
            MemoryBudget memory,
            String job,
            @Nullable InputCache inputs,
            Runnable whenItWaits) {
        this.attempt = attempt;
        this.turns = turns;
        this.memory = memory;
        this.job = job;
        this.inputs = inputs;
        this.whenItWaits = whenItWaits;
    }

    /** The slot of the attempt whose code the calling thread runs; null outside of the engine. */
    public static @Nullable TaskSlot current() {
        UserScope scope = UserScope.current();
        return scope == null ? null : scope.slot();
    }

    /** The record memory of the engine; whatever is taken is to be given back by the attempt. */
    public MemoryAccount memory(MemoryUse use) {
        return memory.account(use, job);
    }

    /** What keeps the input of jobs for later ones; null if nothing does. */
    public @Nullable InputCache inputs() {
        return inputs;
    }

    /**
     * Runs what waits for another attempt of the job, which may have the turn meanwhile. Code of
     * the job's own must not run in it.
     */
    public <T> T aside(Callable<T> waiting) throws Exception {
        whenItWaits.run();
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
