package io.millrace.engine.job.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.output.OutputDelivery.Delivery;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
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

    private final TaskResources resources = new TaskResources(1, 2, 4 << 20, SLAB);
    private final MemoryBudget memory = resources.newMemory(settings);

    private final List<ByteRecord> records =
            IntStream.range(0, RECORDS)
                    .mapToObj(i -> ByteRecord.of("key" + i * 7 % 1000, Integer.toString(i)))
                    .toList();

    /** The parts of an output as another process reads them, in the order of their leaving. */
    private static final class Parts implements Delivery {

        private final List<byte[]> left = new CopyOnWriteArrayList<>();
        private final MapOutput output;
        private final boolean atOnce;

        /**
         * @param atOnce whether each block is taken as soon as there is one
         */
        Parts(MapOutput output, boolean atOnce) {
            this.output = output;
            this.atOnce = atOnce;
            if (atOnce) {
                output.whenKept(kept -> takeBlock());
            }
        }

        private void takeBlock() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (LeavingRuns block = output.takeBlock(4 * SLAB)) {
                if (block != null) {
                    long written =
                            block.writePart(0, PARTITIONS, false, new DataOutputStream(bytes));
                    // Only records in memory count.
                    assertThat(written).isGreaterThanOrEqualTo(atOnce ? 4 * SLAB : 0);
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
        ByteJob job = job(() -> Await.until("a block has left", () -> !parts.left.isEmpty()));
        inEngine(
                job,
                engine -> {
                    SealedOutput sealed = map(job, engine, true);
                    assertThat(sealed.tally().total().records()).isEqualTo(RECORDS);
                    assertThat(sealed.runs()).isEmpty();
                    stageAll(engine).forEach(StagedOutput::publish);
                });
    }

    /** Nothing is left of the budget when they come, so each goes to a file. */
    @Test
    void blocksOfAnAttemptThatComeWithoutMemoryGoToDisk() throws Exception {
        ByteJob job = job(() -> {});
        inEngine(
                job,
                engine -> {
                    map(job, engine, true);
                    List<Slab> taken = takeAll();
                    List<StagedOutput> staged = stageAll(engine);
                    taken.forEach(Slab::close);
                    assertThat(directory.toFile().list())
                            .hasSizeGreaterThanOrEqualTo(parts.left.size());
                    staged.forEach(StagedOutput::publish);
                });
    }

    /** Their memory is taken before they can be sent. */
    @Test
    void spilledRunsLeaveTooWhileTheMapperRuns() throws Exception {
        ByteJob job =
                job(() -> {
                    takeAll().forEach(Slab::close);
                    assertThat(directory).isNotEmptyDirectory();
                    parts.takeBlock();
                    assertThat(directory).isEmptyDirectory();
                });
        inEngine(
                job,
                engine -> {
                    map(job, engine, false);
                    assertThat(parts.left).hasSize(2);
                    stageAll(engine).forEach(StagedOutput::publish);
                });
    }

    /** What the mapper does after its last record. */
    @FunctionalInterface
    private interface Ending {
        void run() throws Exception;
    }

    private ByteJob job(Ending ending) {
        return ByteJob.named("worker", directory)
                .split(out -> {
                    for (ByteRecord each : records) {
                        out.emit(each.key(), each.value());
                    }
                    ending.run();
                })
                .reducers(PARTITIONS);
    }

    /** Has an engine map, and publish what has left. */
    @FunctionalInterface
    private interface Mapping {
        void in(WorkerEngine engine) throws Exception;
    }

    /** All records come back after that, in order, and nothing is left. */
    private void inEngine(ByteJob job, Mapping mapping) throws Exception {
        try (WorkerEngine engine =
                WorkerEngine.open(
                        job, job.shape(), settings, resources, memory, List.of(directory))) {
            mapping.in(engine);
            engine.endMaps();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                assertThat(reduce(job, engine, partition)).isEqualTo(expected(partition));
            }
        }
        assertThat(memory.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    private List<Slab> takeAll() throws InterruptedException {
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

    private List<StagedOutput> stageAll(WorkerEngine engine) throws IOException {
        List<StagedOutput> staged = new ArrayList<>();
        for (byte[] each : parts.left) {
            DataInputStream part = new DataInputStream(new ByteArrayInputStream(each));
            staged.add(engine.stage(SealedOutput.readFrom(part, engine.intake("part"))));
        }
        return staged;
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
