package io.millrace.hadoop.worker.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.WorkerEngine;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.StagedOutput;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.shuffle.PartReceiver;
import java.io.DataInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The map outputs that a worker holds for its partitions, of committed attempts and of others,
 * until the process of the job says which of them count. Thread-safe.
 */
final class StagedOutputs implements PartReceiver {

    private final WorkerEngine engine;

    @GuardedBy("this")
    private final Map<AttemptId, StagedOutput> staged = new HashMap<>();

    @GuardedBy("this")
    private boolean published;

    StagedOutputs(WorkerEngine engine) {
        this.engine = engine;
    }

    @Override
    public void take(AttemptId attempt, DataInput part) throws IOException {
        add(attempt, engine.stage(SealedOutput.readFrom(part, engine.intake(attempt.toString()))));
    }

    /** Keeps the first output of an attempt: another one is the same, sent again. */
    private synchronized void add(AttemptId attempt, StagedOutput output) {
        if (published || staged.putIfAbsent(attempt, output) != null) {
            output.close();
        }
    }

    /**
     * Publishes the outputs that count, and closes all others.
     *
     * @param attempts by map task; negative for a task without output
     * @throws IllegalStateException if one of them is missing
     */
    synchronized void publish(List<Integer> attempts) {
        for (int task = 0; task < attempts.size(); task++) {
            if (attempts.get(task) >= 0) {
                AttemptId id = new AttemptId(TaskKind.MAP, task, attempts.get(task));
                StagedOutput output = staged.remove(id);
                if (output == null) {
                    throw new IllegalStateException("the output of " + id + " has not come");
                }
                output.publish();
            }
        }
        published = true;
        staged.values().forEach(StagedOutput::close);
        staged.clear();
        engine.endMaps();
    }
}
