package io.millrace.engine.job.remote;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;

/** Creates attempts that run in other processes. Thread-safe. */
@FunctionalInterface
public interface RemoteAttempts {

    /** Creates an attempt at a task; called on the thread that will wait for it. */
    RemoteAttempt newAttempt(AttemptId id, AttemptGuard guard) throws Exception;
}
