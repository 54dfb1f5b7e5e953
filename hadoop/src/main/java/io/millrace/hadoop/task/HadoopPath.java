package io.millrace.hadoop.task;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * What the attempts of a job share whose tasks are wholly Hadoop's. Map output files: each is there
 * from its attempt's commit on, one for each map task; they lie in their attempts' local
 * directories and go with the job's. And turns: Hadoop counts a task's bytes for the whole process,
 * so the counters are right only if one attempt of the job runs at a time. Thread-safe.
 */
final class HadoopPath {

    private static final long SIGN_OF_LIFE_SECONDS = 1;

    private final Map<TaskAttemptID, MapOutputFile> files = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Makes the output of a committed map attempt known. */
    void publish(TaskAttemptID attempt, MapOutputFile file) {
        files.put(new FetchedAttempt(attempt), file);
    }

    /** The outputs known now. */
    Map<TaskAttemptID, MapOutputFile> mapOutputs() {
        return Map.copyOf(files);
    }

    /** Runs an attempt's work when its turn has come; waiting for it counts as being alive. */
    void takeTurn(AttemptStatus status, Callable<?> work) throws Exception {
        while (!turn.tryLock(SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS)) {
            status.active();
        }
        try {
            work.call();
        } finally {
            turn.unlock();
        }
    }
}
