package io.millrace.engine.job.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.Settings;
import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.partial.PartialBatch;
import io.millrace.engine.shuffle.remote.ReceivedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteJob;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.ConcatenatingCombiner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Map outputs that arrive one by one. */
class AttemptInputTest {

    private static final int SLAB = 8 << 10;
    private static final int MEMORY = 1 << 20;
    private static final int TASKS = 8;
    private static final Comparator<ByteRecord> BY_KEY =
            Comparator.comparing(ByteRecord::key, Arrays::compareUnsigned);

    @TempDir private Path directory;

    private AttemptEngine engine;
    private AttemptInput input;

    @BeforeEach
    void open() {
        ByteJob job = ByteJob.named("alone", directory).split(List.of()).reducers(1);
        engine =
                AttemptEngine.open(
                        job, job.shape(), Settings.DEFAULTS, new TaskResources(1, 1, MEMORY, SLAB));
        input =
                engine.receive(
                        new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0)), List.of(directory));
    }

    @AfterEach
    void close() throws IOException {
        input.close();
        assertThat(engine.memoryHeldBytes()).isZero();
        engine.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void theMergeHasAllPublishedRecordsInTheOrderOfTasks() throws Exception {
        for (int task = TASKS - 1; task >= 0; task--) {
            receive(task, 100, task % 2 == 0).publish();
        }
        assertThat(merged()).isEqualTo(expected(100));
    }

    @Test
    void recordsThatFindNoMemoryGoToDisk() throws Exception {
        for (int task = 0; task < TASKS; task++) {
            receive(task, 20_000, false).publish();
        }
        assertThat(files()).isNotEmpty();
        assertThat(merged()).isEqualTo(expected(20_000));
    }

    @Test
    void anOutputThatIsNotPublishedDoesNotCount() throws Exception {
        receive(0, 100, false).close();
        receive(0, 100, true).close();
        for (int task = 0; task < TASKS; task++) {
            receive(task, 10, false).publish();
        }
        assertThat(merged()).isEqualTo(expected(10));
    }

    @Test
    void anOutputThatFailsOnItsWayLeavesNothing() throws Exception {
        for (boolean toDisk : new boolean[] {true, false}) {
            RecordCursor failing = new Sorted(0, 1000, 900);
            assertThatThrownBy(() -> input.receive(0, failing, toDisk)).hasMessage("cut off");
            assertThat(files()).isEmpty();
            assertThat(engine.memoryHeldBytes()).isZero();
        }
    }

    @Test
    void memoryIsFreeAfterAMoveToDisk() throws Exception {
        for (int task = 0; task < TASKS; task++) {
            receive(task, 100, false).publish();
        }
        assertThat(input.moveToDisk(MEMORY)).isZero();
        assertThat(input.moveToDisk(0)).isEqualTo(TASKS * 100);
        assertThat(engine.memoryHeldBytes()).isZero();
        assertThat(files()).hasSize(1);
        assertThat(merged()).isEqualTo(expected(100));
    }

    @Test
    void aMoveToDiskKeepsAsMuchAsAllowed() throws Exception {
        for (int task = 0; task < TASKS; task++) {
            receive(task, 100, false).publish();
        }
        long half = engine.memoryHeldBytes() / 2;
        assertThat(input.moveToDisk(half)).isBetween(100L, (TASKS - 1) * 100L);
        assertThat(engine.memoryHeldBytes()).isPositive().isLessThanOrEqualTo(half);
        List<ByteRecord> merged = merged();
        assertThat(merged).isSortedAccordingTo(BY_KEY);
        assertThat(merged).containsExactlyInAnyOrderElementsOf(expected(100));
    }

    @Test
    void aMoveToDiskLeavesABatchAloneUntilAllOutputsHaveCome() throws Exception {
        for (int task = 0; task < TASKS; task++) {
            receive(task, 100, false).publish();
        }
        AttemptGuard round = new AttemptGuard(AttemptId.partial(0));
        try (PartialBatch batch = input.openBatch(0, MEMORY)) {
            assertThat(batch).isNotNull();
            assertThat(input.moveToDisk(0)).isZero();
            input.end();
            assertThat(input.moveToDisk(0)).isEqualTo(TASKS * 100);
            assertThat(
                            batch.reduce(round, new ConcatenatingCombiner(), 0, 1, () -> true)
                                    .published())
                    .isFalse();
        }
        assertThat(merged()).isEqualTo(expected(100));
    }

    private ReceivedOutput receive(int task, int records, boolean toDisk) throws Exception {
        return input.receive(task, new Sorted(task, records, Integer.MAX_VALUE), toDisk);
    }

    private List<ByteRecord> merged() throws Exception {
        input.end();
        List<ByteRecord> read = new ArrayList<>();
        try (PartitionInput opened = input.open()) {
            while (opened.records().next()) {
                opened.records().fetchValue();
                read.add(ByteRecord.copyOf(opened.records()));
            }
        }
        return read;
    }

    private static List<ByteRecord> expected(int records) {
        List<ByteRecord> all = new ArrayList<>();
        for (int task = 0; task < TASKS; task++) {
            for (int i = 0; i < records; i++) {
                all.add(Sorted.record(task, i));
            }
        }
        all.sort(BY_KEY);
        return all;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** The output of a map task, which may be cut off. */
    private static final class Sorted extends ArrayCursor {

        private final int task;
        private final int records;
        private final int cutOff;
        private int next;

        Sorted(int task, int records, int cutOff) {
            this.task = task;
            this.records = records;
            this.cutOff = cutOff;
        }

        static ByteRecord record(int task, int number) {
            return ByteRecord.of("key" + (100_000 + number), "value " + task);
        }

        @Override
        public boolean next() throws IOException {
            if (next == cutOff) {
                throw new IOException("cut off");
            }
            if (next == records) {
                return false;
            }
            ByteRecord record = record(task, next++);
            byte[] both = Arrays.copyOf(record.key(), record.key().length + record.value().length);
            System.arraycopy(record.value(), 0, both, record.key().length, record.value().length);
            moveTo(both, 0, record.key().length, record.key().length, record.value().length);
            return true;
        }

        @Override
        public long prefix() {
            return 0;
        }

        @Override
        public float progress() {
            return (float) next / records;
        }

        @Override
        public void close() {}
    }
}
