package io.millrace.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet.CodedRun;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in memory and coded runs, of which there may be more than buffers. */
class PartitionMergeTest {

    private static final KeyOrder ORDER = ByteKeyOrder.withPrefix();
    private static final int SLAB = 64 << 10;

    @TempDir private Path directory;

    private final MemoryBudget budget = new MemoryBudget(16 << 20, SLAB, 0);
    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
    private final List<RunFile> files = new ArrayList<>();
    private int closed;

    @AfterEach
    void nothingIsLeft() throws IOException {
        for (RunFile file : files) {
            file.close();
        }
        assertThat(directory).isEmptyDirectory();
        assertThat(budget.heldBytes()).isZero();
        budget.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void mergesAnyRunsAndKeepsEqualKeysInTheirOrder(int buffers) throws Exception {
        SplittableRandom random = new SplittableRandom(buffers);
        for (int count = 0; count <= 4 * buffers; count++) {
            List<List<ByteRecord>> records = new ArrayList<>();
            List<Run> runs = new ArrayList<>();
            for (int run = 0; run < count; run++) {
                List<ByteRecord> some = sorted(run, random.nextInt(20), random);
                records.add(some);
                runs.add(random.nextInt(3) > 0 ? coded(some) : new InMemory(some));
            }
            assertThat(merged(runs, buffers).records).isEqualTo(inOrder(records));
        }
    }

    /** The last merge reads as many runs at once as there are buffers, so a pass need not. */
    @ParameterizedTest
    @CsvSource({"4, 4, 0", "5, 4, 2", "6, 4, 3", "7, 4, 4", "8, 4, 6", "3, 2, 2", "4, 2, 4"})
    void spillsNoMoreRunsThanTheBuffersLack(int runs, int buffers, int spilled) throws Exception {
        List<Run> ofOne = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            ofOne.add(coded(sorted(run, 1, new SplittableRandom(run))));
        }
        assertThat(merged(ofOne, buffers).spilled).isEqualTo(spilled);
    }

    @Test
    void runsInMemoryNeedNoBufferAndAreSpilledOnlyBetweenCodedOnes() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        List<Run> runs = new ArrayList<>();
        for (int run = 0; run < 9; run++) {
            List<ByteRecord> one = sorted(run, 1, random);
            runs.add(run % 3 == 1 ? coded(one) : new InMemory(one));
        }
        assertThat(merged(runs, 3).spilled).isZero();
        // The first two coded runs, with the two between them; not the run before and those after.
        assertThat(merged(runs, 2).spilled).isEqualTo(4);
    }

    @Test
    void closesWhatIsOpenIfARunCannotBeOpened() throws Exception {
        List<Run> runs = new ArrayList<>();
        runs.add(new InMemory(List.of()));
        runs.add(new InMemory(List.of()));
        runs.add(new Broken());
        try (PartitionMerge merge = merge(List.of())) {
            assertThatThrownBy(() -> merge.open(runs, () -> {})).hasMessage("the disk is gone");
        }
        assertThat(closed).isEqualTo(2);
    }

    @Test
    void closesRunsAndResourcesWithTheCursor() throws Exception {
        List<Run> runs = List.of(new InMemory(List.of()), new InMemory(List.of()));
        try (PartitionMerge merge = merge(List.of())) {
            merge.open(runs, () -> closed += 10).close();
        }
        assertThat(closed).isEqualTo(12);
    }

    @Test
    void mergedCursorsAreOwned() throws Exception {
        List<ByteRecord> one = sorted(1, 5, new SplittableRandom(1));
        List<ByteRecord> two = sorted(2, 5, new SplittableRandom(2));
        List<RecordCursor> cursors = List.of(cursor(one), cursor(two));
        try (RecordCursor merged = PartitionMerge.merged(cursors, ORDER, guard)) {
            assertThat(read(merged)).isEqualTo(inOrder(List.of(one, two)));
        }
        assertThat(closed).isEqualTo(2);
    }

    private record Merged(List<ByteRecord> records, long spilled) {}

    private Merged merged(List<Run> runs, int buffers) throws Exception {
        List<Slab> slabs =
                budget.account(MemoryUse.MERGE, "a test")
                        .take(SlabKind.HEAP, buffers, budget.diskBufferBytes());
        try (PartitionMerge merge = merge(slabs);
                RecordCursor cursor = merge.open(runs, () -> {})) {
            return new Merged(read(cursor), merge.spilledRecords());
        } finally {
            slabs.forEach(Slab::close);
        }
    }

    private PartitionMerge merge(List<Slab> buffers) {
        SpillArea area = new SpillArea(List.of(directory), SpillCoding.PLAIN);
        return new PartitionMerge(ORDER, buffers, area, guard, budget);
    }

    private static List<ByteRecord> read(RecordCursor cursor) throws IOException {
        List<ByteRecord> records = new ArrayList<>();
        while (cursor.next()) {
            records.add(ByteRecord.copyOf(cursor));
        }
        return records;
    }

    private static List<ByteRecord> inOrder(List<List<ByteRecord>> runs) {
        return runs.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(ByteRecord::keyText))
                .toList();
    }

    /** Records of few different keys, whose values say where they come from. */
    private static List<ByteRecord> sorted(int run, int count, SplittableRandom random) {
        List<String> keys =
                IntStream.range(0, count)
                        .mapToObj(i -> "key" + random.nextInt(5))
                        .sorted()
                        .toList();
        return IntStream.range(0, count)
                .mapToObj(i -> ByteRecord.of(keys.get(i), run + "." + i))
                .toList();
    }

    private Run coded(List<ByteRecord> records) throws IOException {
        SpillArea area = new SpillArea(List.of(directory), SpillCoding.PLAIN);
        byte[] buffer = new byte[budget.diskBufferBytes()];
        String name = "run-" + files.size() + "-";
        try (RunFileWriter writer = new RunFileWriter(area, name, 1, buffer)) {
            writer.writeAll(cursor(records), 0);
            RunFile file = writer.finish();
            files.add(file);
            return new CodedRun(file, 0);
        }
    }

    private RecordCursor cursor(List<ByteRecord> records) {
        return new ByteRecords(records, ORDER, () -> closed++);
    }

    private final class InMemory implements Run {

        private final List<ByteRecord> records;

        InMemory(List<ByteRecord> records) {
            this.records = records;
        }

        @Override
        public boolean isCoded() {
            return false;
        }

        @Override
        public RecordCursor open(KeyOrder order, byte[] buffer) {
            assertThat(buffer).isNull();
            return cursor(records);
        }
    }

    private static final class Broken implements Run {

        @Override
        public boolean isCoded() {
            return false;
        }

        @Override
        public RecordCursor open(KeyOrder order, byte[] buffer) throws IOException {
            throw new IOException("the disk is gone");
        }
    }
}
