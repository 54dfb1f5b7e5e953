package io.millrace.workers.pool.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.remote.WorkerEngine;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.shuffle.OutputBlock;
import io.millrace.exchange.shuffle.PartReceiver;
import java.io.DataInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The map outputs that a worker holds for its partitions, until the process of the job says which
 * of them count: those are published, and may be partially reduced from then on. Others are closed.
 * Thread-safe.
 */
final class StagedOutputs implements PartReceiver {

    private final WorkerEngine engine;

    @GuardedBy("this")
    private final Map<AttemptId, Map<OutputBlock, StagedOutput>> staged = new HashMap<>();

    /** Attempts that have failed, of which more blocks may come. */
    @GuardedBy("this")
    private final Set<AttemptId> dropped = new HashSet<>();

    /** By map task: the attempt whose output counts. */
    @GuardedBy("this")
    private final Map<Integer, AttemptId> kept = new HashMap<>();

    @GuardedBy("this")
    private boolean complete;

    StagedOutputs(WorkerEngine engine) {
        this.engine = engine;
    }

    @Override
    public void take(OutputBlock block, DataInput part) throws IOException {
        String who = block.attempt().toString();
        add(block, engine.stage(SealedOutput.readFrom(part, engine.intake(who))));
    }

    /** Keeps the first part of a block: another one is the same, sent again. */
    private synchronized void add(OutputBlock block, StagedOutput part) {
        if (complete
                || kept.containsKey(block.attempt().task())
                || dropped.contains(block.attempt())
                || staged.computeIfAbsent(block.attempt(), attempt -> new HashMap<>())
                                .putIfAbsent(block, part)
                        != null) {
            part.close();
        }
    }

    /** Closes the output of an attempt that has failed. */
    synchronized void drop(AttemptId attempt) {
        dropped.add(attempt);
        closeAll(staged.getOrDefault(attempt, Map.of()));
        staged.remove(attempt);
    }

    private static void closeAll(Map<OutputBlock, StagedOutput> blocks) {
        blocks.values().forEach(StagedOutput::close);
    }

    /**
     * Publishes an output that counts.
     *
     * @param tasksWait whether map tasks of the job have not begun yet
     * @throws IllegalStateException if it is not here
     */
    void keep(AttemptId attempt, boolean tasksWait) {
        publish(attempt);
        engine.mapCommitted(tasksWait);
    }

    private synchronized void publish(AttemptId attempt) {
        AttemptId before = kept.putIfAbsent(attempt.task(), attempt);
        if (attempt.equals(before)) {
            return;
        }
        Map<OutputBlock, StagedOutput> blocks = staged.remove(attempt);
        if (before != null || blocks == null || !isWhole(blocks.keySet())) {
            throw new IllegalStateException(
                    "the output of "
                            + attempt
                            + (before == null
                                    ? " has not come"
                                    : " counts, but that of " + before + " is published"));
        }
        blocks.values().forEach(StagedOutput::publish);
    }

    /** Whether these are all blocks of an output. */
    private static boolean isWhole(Set<OutputBlock> blocks) {
        return blocks.stream().anyMatch(each -> each.last() && each.number() == blocks.size() - 1);
    }

    /**
     * Publishes the outputs that count and are not published yet, and closes all others.
     *
     * @param attempts by map task; negative for a task without output
     * @throws IllegalStateException if one of them is missing
     */
    synchronized void publish(List<Integer> attempts) {
        for (int task = 0; task < attempts.size(); task++) {
            if (attempts.get(task) >= 0) {
                publish(new AttemptId(TaskKind.MAP, task, attempts.get(task)));
            }
        }
        complete = true;
        staged.values().forEach(StagedOutputs::closeAll);
        staged.clear();
        engine.endMaps();
    }
}
