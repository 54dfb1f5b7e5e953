package io.millrace.hadoop.task;

import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptGuard;
import org.apache.hadoop.mapred.JobConf;

/** Makes the attempts of one job. Thread-safe. */
public final class TaskAttempts {

    public TaskAttempts(JobEnvironment job) {}

    /** A map attempt and what can be seen of it while it runs. */
    public MapAttempt newMapAttempt(AttemptGuard guard, AttemptStatus status) throws Exception {
        throw new UnsupportedOperationException();
    }

    /** A reduce attempt and what can be seen of it while it runs. */
    public ReduceAttempt newReduceAttempt(AttemptGuard guard, AttemptStatus status) throws Exception {
        throw new UnsupportedOperationException();
    }

    /** An instance of the job's key order for one thread of use. */
    public KeyOrder newKeyOrder() {
        throw new UnsupportedOperationException();
    }

    /** Whether the job has a combiner. */
    public boolean combines() {
        throw new UnsupportedOperationException();
    }

    /** Whether its combiner can be given one key at a time. */
    public boolean folds() {
        throw new UnsupportedOperationException();
    }

    /**
     * Checks what can be checked of the job's classes before a task runs (map output key has an order,
     * classes resolve); throws what the first task would.
     */
    public static void check(JobConf conf) {}
}
