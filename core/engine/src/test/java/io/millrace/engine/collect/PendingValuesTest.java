package io.millrace.engine.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.CollectedChunks;
import io.millrace.engine.testing.TestMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A table without a combiner: all records leave it, those of a key together and in order. */
class PendingValuesTest {

    private static final int SLAB = 1 << 14;
    private static final int PARTITIONS = 3;

    private final MemoryAccount memory = TestMemory.of(64L << 20, SLAB);
    private final CollectedChunks chunks = new CollectedChunks(memory, SLAB, PARTITIONS);

    @AfterEach
    void giveBack() {
        chunks.close();
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    /** Values from empty to larger than a slab, so that all ways out of the table are taken. */
    @ParameterizedTest
    @CsvSource({"1, 10", "50, 10", "5000, 10", "40000, 10", "20, 2000", "3, 40000"})
    void theValuesOfAKeyStayInTheirOrder(int distinct, int longestValue) throws Exception {
        Random random = new Random(distinct);
        Map<String, List<String>> expected = new TreeMap<>();
        int records = Math.min(150_000, 30_000_000 / longestValue);
        emit(
                SlabKind.HEAP,
                sink -> {
                    for (int i = 0; i < records; i++) {
                        String key = "k" + (int) Math.abs(random.nextGaussian() * distinct);
                        int partition = random.nextInt(PARTITIONS);
                        String value = i + "v".repeat(random.nextInt(longestValue));
                        CollectedChunks.write(sink, key, value, partition);
                        expected.computeIfAbsent(partition + key, any -> new ArrayList<>())
                                .add(value);
                    }
                });

        assertThat(values()).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(
            value = SlabKind.class,
            names = {"HEAP", "NATIVE"})
    void aKeyThatRepeatsHasFewEntriesAndEachRecordCounts(SlabKind kind) throws Exception {
        emit(
                kind,
                sink -> {
                    for (int i = 0; i < 10_000; i++) {
                        CollectedChunks.write(sink, "key" + i % 10, "value", 1);
                    }
                });

        OutputStatistics written = OutputStatistics.NONE;
        int entries = 0;
        for (Chunk chunk : chunks.chunks()) {
            written = written.plus(chunk.tally().of(1));
            entries += chunk.entries();
        }
        Tally plain = new Tally(1);
        for (int i = 0; i < 10_000; i++) {
            plain.add(0, 4, 5);
        }
        assertThat(written).isEqualTo(plain.total());
        assertThat(chunks.count()).isEqualTo(10_000);
        assertThat(entries).isLessThan(100);
        assertThat(chunks.records(1)).hasSize(10_000);
    }

    @Test
    void theCursorSaysWhichKeysAreKnownToBeTheSame() throws Exception {
        emit(
                SlabKind.HEAP,
                sink -> {
                    for (int i = 0; i < 6; i++) {
                        CollectedChunks.write(sink, "key" + i % 2, "value", 0);
                    }
                });

        Chunk chunk = chunks.chunks().get(0);
        chunk.sort(ByteKeyOrder.withPrefix());
        List<Boolean> same = new ArrayList<>();
        try (RecordCursor cursor = chunk.cursor(0)) {
            while (cursor.next()) {
                same.add(cursor.sameKey());
            }
        }
        assertThat(same).containsExactly(false, true, true, false, true, true);
    }

    @Test
    void keysThatDoNotRepeatPassTheTableBy() throws Exception {
        emit(
                SlabKind.HEAP,
                sink -> {
                    for (int i = 0; i < 100_000; i++) {
                        CollectedChunks.write(sink, "key" + i, "first", 0);
                    }
                    long before = memory.heldBytes();
                    for (int i = 0; i < 100_000; i++) {
                        CollectedChunks.write(sink, "again", "later", 0);
                    }
                    // Records of the table would take a tenth of this: their key lies there once.
                    assertThat(memory.heldBytes() - before).isGreaterThan(100_000L * 18);
                });

        assertThat(chunks.records()).hasSize(200_000);
    }

    private interface Emitting {
        void to(TableSink sink) throws Exception;
    }

    private void emit(SlabKind kind, Emitting emitting) throws Exception {
        ChunkWriter writer = chunks.writer(kind);
        List<Slab> slabs = memory.take(SlabKind.HEAP, TableSink.MIN_SLABS, SLAB);
        TableSink sink = new TableSink(memory, slabs, null, true, Long.MAX_VALUE, writer);
        emitting.to(sink);
        sink.finish();
        writer.finish();
    }

    /** The values of each partition and key, in the order of the chunks. */
    private Map<String, List<String>> values() {
        Map<String, List<String>> values = new TreeMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (ByteRecord record : chunks.records(partition)) {
                values.computeIfAbsent(partition + record.keyText(), any -> new ArrayList<>())
                        .add(record.valueText());
            }
        }
        return values;
    }
}
