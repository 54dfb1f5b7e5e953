package io.millrace.hadoop.task;

import io.millrace.hadoop.scope.TaskSlot;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapOutputFile;
import org.apache.hadoop.mapred.Task;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * State that attempts share in a job that runs on Hadoop's whole path. First, map output files, one
 * per map task, visible from the attempt's commit on: they are in the attempts' local directories
 * and are deleted with the job's. Second, turns: Hadoop counts a task's bytes for the whole
 * process, so the counters are right only if one attempt of the job runs at a time. Thread-safe.
 */
final class HadoopPath {

    private static final long SIGN_OF_LIFE_SECONDS = 1;

    private final Map<TaskAttemptID, MapOutputFile> files = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Publishes the output of a committed map attempt. */
    void publish(TaskAttemptID attempt, MapOutputFile file) {
        files.put(new FetchedAttempt(attempt), file);
    }

    /** The outputs published so far. */
    Map<TaskAttemptID, MapOutputFile> mapOutputs() {
        return Map.copyOf(files);
    }

    /** Runs a task of Hadoop's for an attempt, which counts its output itself. */
    void run(Task task, AttemptFrame frame) throws Exception {
        frame.makeLocalDirectory();
        frame.status().countsOutputItself();
        JobConf conf = frame.conf();
        task.localizeConfiguration(conf);
        task.setConf(conf);
        HadoopUmbilical umbilical = new HadoopUmbilical(frame.status());
        try {
            takeTurn(
                    frame.status(),
                    () -> {
                        task.run(conf, umbilical);
                        return true;
                    });
        } finally {
            umbilical.takeCounters();
        }
    }

    /**
     * Runs an attempt's work when it is its turn. Waiting counts as a sign of life, and does not
     * keep an attempt waiting that is about to change state of the process.
     */
    private void takeTurn(AttemptStatus status, Callable<?> work) throws Exception {
        TaskSlot slot = TaskSlot.current();
        try {
            if (slot == null) {
                await(status);
            } else {
                slot.withoutTurn(() -> await(status));
            }
            work.call();
        } finally {
            // An attempt can end between the two turns that it waits for.
            if (turn.isHeldByCurrentThread()) {
                turn.unlock();
            }
        }
    }

    private boolean await(AttemptStatus status) throws InterruptedException {
        while (!turn.tryLock(SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS)) {
            status.active();
        }
        return true;
    }
}
