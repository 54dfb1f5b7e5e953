package io.millrace.engine.job;

import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.task.TaskKind;

/**
 * The engine of one process: one memory budget and three thread pools, shared by all its jobs.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {

    private Engine() {}

    /**
     * Opens an engine with the process-wide keys in {@code settings} (memory and threads).
     *
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed
     */
    public static Engine open(Settings settings) {
        throw new UnsupportedOperationException();
    }

    /** Chooses how to run a job of this shape; keys in {@code settings} win over the planner's opinion. */
    public Plan plan(JobShape shape, Settings settings) {
        throw new UnsupportedOperationException();
    }

    /** Starts a job and returns at once. The caller waits for it with {@link JobExecution#await}. */
    public JobExecution start(JobDefinition job, Plan plan) {
        throw new UnsupportedOperationException();
    }

    /** Whether no job is running. */
    public boolean idle() {
        throw new UnsupportedOperationException();
    }

    /** Slots of this kind, that is tasks that run at once. */
    public int slots(TaskKind kind) {
        throw new UnsupportedOperationException();
    }

    /** Bytes of record memory that are taken now, and that may be taken. */
    public long memoryHeldBytes() {
        throw new UnsupportedOperationException();
    }

    public long memoryMaxBytes() {
        throw new UnsupportedOperationException();
    }

    /** Cancels what runs, ends the threads and gives back the memory. May be called twice. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
