package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.shuffle.LeavingRuns;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.OutputDelivery.Delivery;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.StagedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import io.millrace.testing.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts of a worker, whose map output leaves it. */
class WorkerEngineTest {

    private static final int SLAB = 8 << 10;
    private static final int RECORDS = 100_000;
    private static final int PARTITIONS = 2;
    private static final Comparator<ByteRecord> BY_KEY =
            Comparator.comparing(ByteRecord::key, Arrays::compareUnsigned);

    @TempDir private Path directory;

    /** Chunks of the size of a block. */
    private final Settings settings =
            key -> key.equals("millrace.sort.split.size") ? "32KB" : Settings.DEFAULTS.get(key);

    private final List<ByteRecord> records =
            IntStream.range(0, RECORDS)
                    .mapToObj(i -> ByteRecord.of("key" + i * 7 % 1000, Integer.toString(i)))
                    .toList();

    /** The parts of an output as another process reads them, in the order of their leaving. */
    private static final class Parts implements Delivery {

        private final List<byte[]> left = new CopyOnWriteArrayList<>();
        private final MapOutput output;

        /**
         * @param atOnce whether each block is taken as soon as there is one
         */
        Parts(MapOutput output, boolean atOnce) {
            this.output = output;
            if (atOnce) {
                output.whenKept(kept -> takeBlock());
            }
        }

        private void takeBlock() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (LeavingRuns block = output.takeBlock(4 * SLAB)) {
                if (block != null) {
                    block.writePart(0, PARTITIONS, false, new DataOutputStream(bytes));
                    left.add(bytes.toByteArray());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void complete() throws IOException {
            assertThat(output.takeBlock(0)).as("a block of a sealed output").isNull();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            output.writePart(0, PARTITIONS, false, new DataOutputStream(bytes));
            left.add(bytes.toByteArray());
        }

        @Override
        public void close() {}
    }

    private Parts parts;

    /** The mapper ends only when a block has left, and the records come back in order. */
    @Test
    void sortedRunsLeaveWhileTheMapperRuns() throws Exception {
        ByteJob job =
                ByteJob.named("leaving", directory)
                        .split(out -> {
                            for (ByteRecord each : records) {
                                out.emit(each.key(), each.value());
                            }
                            Await.until("a block has left", () -> !parts.left.isEmpty());
                        })
                        .reducers(PARTITIONS);
        TaskResources resources = new TaskResources(1, 2, 4 << 20, SLAB);
        MemoryBudget memory = resources.newMemory(settings);
        try (WorkerEngine engine =
                WorkerEngine.open(
                        job, job.shape(), settings, resources, memory, List.of(directory))) {
            SealedOutput sealed = map(job, engine, true);
            assertThat(sealed.tally().total().records()).isEqualTo(RECORDS);
            assertThat(sealed.runs()).isEmpty();
            for (byte[] each : parts.left) {
                engine.stage(read(engine, each)).publish();
            }
            assertReduced(job, engine);
        }
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    /** Nothing is left of the budget when they come, so each goes to a file. */
    @Test
    void blocksOfAnAttemptThatComeWithoutMemoryGoToDisk() throws Exception {
        ByteJob job =
                ByteJob.named("short", directory)
                        .split(out -> {
                            for (ByteRecord each : records) {
                                out.emit(each.key(), each.value());
                            }
                        })
                        .reducers(PARTITIONS);
        TaskResources resources = new TaskResources(1, 2, 4 << 20, SLAB);
        MemoryBudget memory = resources.newMemory(settings);
        try (WorkerEngine engine =
                WorkerEngine.open(
                        job, job.shape(), settings, resources, memory, List.of(directory))) {
            map(job, engine, true);
            List<Slab> taken = takeAll(memory);
            List<StagedOutput> staged = new ArrayList<>();
            for (byte[] each : parts.left) {
                staged.add(engine.stage(read(engine, each)));
            }
            taken.forEach(Slab::close);
            assertThat(directory.toFile().list()).hasSizeGreaterThanOrEqualTo(parts.left.size());
            staged.forEach(StagedOutput::publish);
            assertReduced(job, engine);
        }
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    /** Their memory is taken before they can be sent. */
    @Test
    void spilledRunsLeaveTooWhileTheMapperRuns() throws Exception {
        TaskResources resources = new TaskResources(1, 2, 4 << 20, SLAB);
        MemoryBudget memory = resources.newMemory(settings);
        ByteJob job =
                ByteJob.named("spilled", directory)
                        .split(out -> {
                            for (ByteRecord each : records) {
                                out.emit(each.key(), each.value());
                            }
                            takeAll(memory).forEach(Slab::close);
                            assertThat(directory).isNotEmptyDirectory();
                            parts.takeBlock();
                            assertThat(directory).isEmptyDirectory();
                        })
                        .reducers(PARTITIONS);
        try (WorkerEngine engine =
                WorkerEngine.open(
                        job, job.shape(), settings, resources, memory, List.of(directory))) {
            map(job, engine, false);
            assertThat(parts.left).hasSize(2);
            for (byte[] each : parts.left) {
                engine.stage(read(engine, each)).publish();
            }
            assertReduced(job, engine);
        }
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    private static List<Slab> takeAll(MemoryBudget memory) throws InterruptedException {
        List<Slab> taken = new ArrayList<>();
        MemoryAccount account = TestMemory.of(memory);
        for (int bytes = SLAB; bytes > 0; bytes /= 2) {
            for (Slab next = account.tryTake(SlabKind.HEAP, bytes);
                    next != null;
                    next = account.tryTake(SlabKind.HEAP, bytes)) {
                taken.add(next);
            }
        }
        return taken;
    }

    private SealedOutput map(ByteJob job, WorkerEngine engine, boolean atOnce) throws Exception {
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, 0, 0));
        return engine.map(
                job.newMapAttempt(guard.attempt(), guard),
                guard,
                output -> {
                    parts = new Parts(output, atOnce);
                    return parts;
                });
    }

    private static SealedOutput read(WorkerEngine engine, byte[] part) throws IOException {
        return SealedOutput.readFrom(
                new DataInputStream(new ByteArrayInputStream(part)), engine.intake("part"));
    }

    /** All records come back, in order. */
    private void assertReduced(ByteJob job, WorkerEngine engine) throws Exception {
        engine.endMaps();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            assertThat(reduce(job, engine, partition)).isEqualTo(expected(partition));
        }
    }

    private static List<ByteRecord> reduce(ByteJob job, WorkerEngine engine, int partition)
            throws Exception {
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, partition, 0));
        ReduceAttempt attempt = job.newReduceAttempt(guard.attempt(), guard);
        engine.reduce(attempt, guard);
        attempt.commit();
        return job.output(partition);
    }

    private List<ByteRecord> expected(int partition) {
        return records.stream()
                .filter(each -> Math.floorMod(Arrays.hashCode(each.key()), PARTITIONS) == partition)
                .sorted(BY_KEY)
                .toList();
    }
}
