package io.millrace.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.RunSource;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.CollectedChunks;
import io.millrace.engine.testing.TestMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records count once, in this set or in the one that has them instead. */
class RunSetTest {

    private static final int SLAB = 8 << 10;
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 20;

    @TempDir private Path directory;

    private final MemoryBudget budget = new MemoryBudget(1 << 20, SLAB, 0);
    private final MemoryAccount memory = TestMemory.of(budget);

    @AfterEach
    void nothingIsLeft() {
        assertThat(budget.heldBytes()).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    private static BitSet set(int... bits) {
        BitSet set = new BitSet();
        for (int each : bits) {
            set.set(each);
        }
        return set;
    }

    /** Some records of each partition. */
    private RunSet inMemory() throws Exception {
        CollectedChunks chunks = new CollectedChunks(memory, budget.slabBytes(), PARTITIONS);
        try (ChunkWriter writer = chunks.writer(SlabKind.HEAP)) {
            for (int i = 0; i < PARTITIONS * RECORDS; i++) {
                CollectedChunks.write(writer, "key" + (10 + i), "value", i % PARTITIONS);
            }
            writer.finish();
        }
        assertThat(chunks.chunks()).hasSize(1);
        Chunk chunk = chunks.chunks().get(0);
        chunk.sort(ByteKeyOrder.withPrefix());
        return new RunSet(7, 0, chunk);
    }

    /** The runs as another process gets them. */
    private RunSource sent(RunSet set) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SpillArea area = new SpillArea(List.of(directory), SpillCoding.PLAIN);
        set.pin();
        set.writeRuns(
                0,
                PARTITIONS,
                area,
                true,
                new byte[budget.diskBufferBytes()],
                new DataOutputStream(bytes));
        set.unpin();
        return RunSource.readFrom(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())),
                new RunIntake(memory, SlabKind.HEAP, area, "arrived"));
    }

    private List<ByteRecord> records(RunSet set, int partition) throws Exception {
        Run run = set.run(partition);
        List<ByteRecord> records = new ArrayList<>();
        if (run != null) {
            byte[] buffer = run.isCoded() ? new byte[budget.diskBufferBytes()] : null;
            try (RecordCursor cursor = run.open(ByteKeyOrder.withPrefix(), buffer)) {
                while (cursor.next()) {
                    records.add(ByteRecord.copyOf(cursor));
                }
            }
        }
        return records;
    }

    @Test
    void recordsThatAnotherSetHasDoNotLeaveWithTheRest() throws Exception {
        try (RunSet set = inMemory()) {
            assertThat(set.consume(set(1))).isFalse();
            try (RunSource arrived = sent(set)) {
                assertThat(arrived.records(0)).isEqualTo(RECORDS);
                assertThat(arrived.records(1)).isZero();
                assertThat(arrived.records(2)).isEqualTo(RECORDS);
            }
        }
    }

    @Test
    void codedRecordsInMemoryAreConsumedLikeOthers() throws Exception {
        try (RunSet set = inMemory();
                RunSet coded = new RunSet(7, 0, sent(set))) {
            assertThat(coded.pinIfInMemory()).isFalse();
            assertThat(coded.pinIfCodedInMemory()).isTrue();
            coded.unpin();
            for (RunSet each : List.of(set, coded)) {
                assertThat(each.hasRecordsBeside(set(0, 1))).isTrue();
                assertThat(each.consume(set(2, 0))).isFalse();
                assertThat(each.hasRecordsBeside(set(0))).isTrue();
                assertThat(each.hasRecordsBeside(set(1))).isFalse();
                assertThat(each.bytesOf(0)).isZero();
                assertThat(each.bytesOf(1)).isPositive();
            }
            assertThat(records(coded, 1)).hasSize(RECORDS).isEqualTo(records(set, 1));
            assertThat(records(coded, 2)).isEmpty();
            assertThat(coded.consume(set(1))).isTrue();
        }
    }

    @Test
    void codedRecordsStayConsumedWhenTheOthersAreSpilled() throws Exception {
        SpillArea area = new SpillArea(List.of(directory), SpillCoding.PLAIN);
        try (RunSet set = inMemory();
                RunSet coded = new RunSet(7, 0, sent(set))) {
            coded.consume(set(0, 2));
            assertThat(coded.spill(area, "spilled", PARTITIONS, budget)).isPositive();
            assertThat(coded.pinIfCodedInMemory()).isFalse();
            assertThat(coded.hasRecordsBeside(set())).isFalse();
            assertThat(records(coded, 0)).isEmpty();
            assertThat(records(coded, 1)).isEqualTo(records(set, 1));
        }
    }
}
