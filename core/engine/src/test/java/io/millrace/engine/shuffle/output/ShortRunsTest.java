package io.millrace.engine.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.DiskBuffer;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.CollectorKind;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.RandomShuffle;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileReader;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("jdk")
class ShortRunsTest {

    private static final int PARTITIONS = 700;

    @TempDir private Path directory;

    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, 3, 0));
    private final List<RunSet> sets = new ArrayList<>();
    private int merges;

    @ParameterizedTest(name = "{0} files, memory for {1} slabs")
    @CsvSource({"1,400", "4,400", "5,400", "90,400", "90,14", "23,20"})
    void filesBecomeFewWhoseRunsAreTheSameRecordsInTheSameOrder(int files, int slabs)
            throws Exception {
        Random random = new Random(files);
        List<List<ByteRecord>> expected = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            expected.add(new ArrayList<>());
        }
        try (MemoryBudget memory = new MemoryBudget(slabs * (16L << 10), 16 << 10, 0)) {
            SpillArea area = new SpillArea(List.of(directory), SpillCoding.PLAIN);
            for (int i = 0; i < files; i++) {
                sets.add(new RunSet(3, i, file(random, area, memory, expected)));
            }
            expected.forEach(each -> each.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key())));
            ShortRuns shortRuns = new ShortRuns(guard, context(memory), area);
            assertThat(ShortRuns.among(sets, PARTITIONS)).isEqualTo(files > 4);
            while (shortRuns.merge(List.copyOf(sets), this::replace)) {
                merges++;
            }
            assertThat(sets).hasSizeLessThanOrEqualTo(4);
            assertThat(merges).isEqualTo(files <= 4 ? 0 : slabs == 400 && files < 64 ? 1 : merges);
            assertThat(read(memory)).isEqualTo(expected);
            sets.forEach(RunSet::close);
            assertThat(memory.heldBytes()).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }

    private ShuffleContext context(MemoryBudget memory) {
        return new ShuffleContext(
                new ShuffleJob(
                        "short",
                        PARTITIONS,
                        new RandomShuffle(
                                        1,
                                        ShuffleKind.PULL,
                                        SlabKind.HEAP,
                                        true,
                                        true,
                                        CollectorKind.SORT)
                                .plan,
                        ByteKeyOrder::withPrefix),
                memory,
                (attempt, work) -> work.run(),
                new Trace("test"),
                new SpillArea(List.of(directory), SpillCoding.PLAIN));
    }

    private void replace(List<RunSet> merged, RunFile by) {
        int at = sets.indexOf(merged.get(0));
        List<RunSet> gone = List.copyOf(merged);
        sets.removeAll(gone);
        gone.forEach(RunSet::close);
        sets.add(at, new RunSet(3, gone.get(0).sequence(), by));
    }

    /** Few keys, so that most are in several files; each file has few of the partitions. */
    private static RunFile file(
            Random random, SpillArea area, MemoryBudget memory, List<List<ByteRecord>> all)
            throws Exception {
        try (DiskBuffer buffer = memory.lendDiskBuffer();
                RunFileWriter writer = new RunFileWriter(area, "run", PARTITIONS, buffer.bytes())) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                byte key = 0;
                while (random.nextInt(3) == 0) {
                    byte[] value = new byte[random.nextInt(40)];
                    random.nextBytes(value);
                    ByteRecord record = new ByteRecord(new byte[] {key}, value);
                    key += (byte) random.nextInt(2);
                    all.get(partition).add(record);
                    writer.write(partition, record.key(), 0, 1, value, 0, value.length);
                }
            }
            return writer.finish();
        }
    }

    private List<List<ByteRecord>> read(MemoryBudget memory) throws IOException {
        List<List<ByteRecord>> read = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<ByteRecord> records = new ArrayList<>();
            for (RunSet set : sets) {
                RunFile file = set.file();
                assertThat(file).isNotNull();
                byte[] buffer = new byte[memory.diskBufferBytes()];
                try (RunFileReader reader =
                                new RunFileReader(file, ByteKeyOrder.withPrefix(), buffer);
                        RecordCursor cursor = reader.cursor(partition)) {
                    while (cursor.next()) {
                        records.add(ByteRecord.copyOf(cursor));
                    }
                }
            }
            records.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
            read.add(records);
        }
        return read;
    }
}
