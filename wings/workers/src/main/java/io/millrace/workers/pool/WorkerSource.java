package io.millrace.workers.pool;

import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.remote.RemoteSite;
import io.millrace.workers.fork.RemoteJvm;
import io.millrace.workers.fork.wire.JobSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Where the workers of one job come from. Thread-safe. */
public interface WorkerSource extends AutoCloseable {

    /** Creates the source of a job's workers. */
    @FunctionalInterface
    interface Factory {
        WorkerSource of(JobSpec job, int workers, RemoteSite site, TaskLogs logs)
                throws IOException;
    }

    /** The machines of the workers, by rank; empty if all workers are on this one. */
    List<InetAddress> machines();

    /**
     * A worker that has its job; waits for it.
     *
     * @param start how many workers of that rank came before, all of which have ended
     */
    RemoteJvm start(int rank, int start) throws IOException, InterruptedException;

    /** Deletes what workers have left. All of them have ended. */
    @Override
    void close();
}
