package io.millrace.hadoop.remote;

import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.Workers;
import org.jspecify.annotations.Nullable;

/** A job whose attempts run in other processes. Thread-safe. */
public interface RemoteJob extends AutoCloseable {

    /** Its attempts. */
    RemoteAttempts attempts();

    /** The processes if they keep the map output; null if this process has it. */
    @Nullable Workers workers();

    /** Ends all processes of the job. */
    @Override
    void close();
}
