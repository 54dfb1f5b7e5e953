package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.remote.TaskResources;
import io.millrace.engine.job.remote.WorkerEngine;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.output.OutputDelivery.Delivery;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** A worker that reduces some partitions, partially while map tasks run. Used by one thread. */
final class RoundsWorker implements AutoCloseable {

    private static final Map<String, String> SETTINGS =
            Map.of(
                    "millrace.sort.split.size", "16KB",
                    "millrace.partial.start.threshold", "2",
                    "millrace.partial.stop.fraction", "1",
                    "millrace.partial.max.ratio", "1");

    private final WorkerEngine engine;
    private final MemoryBudget memory;
    private final int first;
    private final int end;
    private final Path directory;
    private final Set<Integer> held = new HashSet<>();

    RoundsWorker(ByteJob job, long bytes, int first, int end, Path directory) {
        Settings settings = key -> SETTINGS.getOrDefault(key, Settings.DEFAULTS.get(key));
        TaskResources resources = new TaskResources(1, 2, bytes, 16 << 10);
        this.memory = resources.newMemory(settings);
        this.engine =
                WorkerEngine.open(
                        job, job.shape(), settings, resources, memory, List.of(directory));
        this.first = first;
        this.end = end;
        this.directory = directory;
        engine.reducePartially(Objects.requireNonNull(job.partialReducer()), first, end);
    }

    /** The map tasks whose output it holds for good. */
    Set<Integer> held() {
        return Set.copyOf(held);
    }

    /**
     * Runs a map attempt, whose output goes to all workers that need it, partly while it runs.
     *
     * @param commits whether the output counts
     */
    void map(
            ByteJob job,
            int task,
            int attempt,
            List<RoundsWorker> workers,
            boolean commits,
            boolean tasksWait)
            throws Exception {
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, task, attempt));
        Parts[] parts = new Parts[1];
        engine.map(
                job.newMapAttempt(guard.attempt(), guard),
                guard,
                output -> {
                    parts[0] = new Parts(output, workers, task);
                    return parts[0];
                });
        for (Part each : parts[0].come) {
            if (commits) {
                each.output().publish();
            } else {
                each.output().close();
            }
        }
        for (RoundsWorker each : commits ? workers : List.<RoundsWorker>of()) {
            if (each.held.add(task)) {
                each.engine.mapCommitted(tasksWait);
            }
        }
    }

    /** Says that no map task waits any more. */
    void mapCommittedElsewhere() {
        engine.mapCommitted(false);
    }

    /** Reduces its partitions. */
    void reduce(ByteJob job) throws Exception {
        engine.endMaps();
        for (int partition = first; partition < end; partition++) {
            AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, partition, 0));
            ReduceAttempt attempt = job.newReduceAttempt(guard.attempt(), guard);
            engine.reduce(attempt, guard);
            attempt.commit();
        }
    }

    @Override
    public void close() {
        engine.close();
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    private record Part(RoundsWorker worker, StagedOutput output) {}

    /** Writes a part of an output, or of a block. */
    @FunctionalInterface
    private interface Block {
        long writePart(int first, int end, boolean compressed, DataOutput out) throws IOException;
    }

    /** The parts of one output, each with a worker that needs it. */
    private static final class Parts implements Delivery {

        private final List<Part> come = new CopyOnWriteArrayList<>();
        private final MapOutput output;
        private final List<RoundsWorker> receivers;

        Parts(MapOutput output, List<RoundsWorker> workers, int task) {
            this.output = output;
            this.receivers = workers.stream().filter(each -> !each.held.contains(task)).toList();
            output.whenKept(kept -> {
                try (LeavingRuns block = output.takeBlock(8 << 10)) {
                    if (block != null) {
                        send(block::writePart);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        private void send(Block block) throws IOException {
            for (RoundsWorker each : receivers) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                block.writePart(each.first, each.end, false, new DataOutputStream(bytes));
                DataInputStream in =
                        new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
                SealedOutput part = SealedOutput.readFrom(in, each.engine.intake("part"));
                come.add(new Part(each, each.engine.stage(part)));
            }
        }

        @Override
        public void complete() throws IOException {
            send(output::writePart);
        }

        @Override
        public void close() {}
    }
}
