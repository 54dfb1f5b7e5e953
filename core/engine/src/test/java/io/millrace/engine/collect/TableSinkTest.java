package io.millrace.engine.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.CollectedChunks;
import io.millrace.engine.testing.TestMemory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class TableSinkTest {

    private static final int SLAB = 1 << 14;
    private static final int PARTITIONS = 3;

    private final MemoryAccount memory = TestMemory.of(64L << 20, SLAB);
    private final CollectedChunks chunks = new CollectedChunks(memory, SLAB, PARTITIONS);
    private final Tally tally = new Tally();

    @AfterEach
    void giveBack() {
        chunks.close();
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    @Test
    void recordsLargerThanASlabPassTheTableBy() throws Exception {
        String one = "" + (char) 1;
        String key = "k".repeat(2 * SLAB);
        emit(
                true,
                sink -> {
                    CollectedChunks.write(sink, key, one, 0);
                    CollectedChunks.write(sink, key, one, 0);
                    CollectedChunks.write(sink, "small", one, 0);
                });

        assertThat(chunks.records()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void addingUpStopsWhereKeysAreDistinctUnlessItMustNot(boolean mayStop) throws Exception {
        chunks.keepNone();
        emit(
                mayStop,
                sink -> {
                    for (int i = 0; i < 300_000; i++) {
                        CollectedChunks.write(sink, "key" + i, "" + (char) 1, 0);
                    }
                });

        assertThat(chunks.count()).isEqualTo(300_000);
        assertThat(tally.in < 100_000).isEqualTo(mayStop);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 5_000, 60_000})
    void valuesThatCanBeAddedUpAreAddedWhereTheyLie(int distinct) throws Exception {
        Random random = new Random(distinct);
        Map<String, Long> expected = new TreeMap<>();
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 150_000; i++) {
                        String key = "k" + (int) Math.abs(random.nextGaussian() * distinct);
                        CollectedChunks.write(sink, key, "" + (char) 1, key.hashCode() & 1);
                        expected.merge(key, 1L, (a, b) -> a + b & 0xff);
                    }
                });

        Map<String, Long> sums = new TreeMap<>();
        for (ByteRecord record : chunks.records()) {
            sums.merge(record.keyText(), (long) record.value()[0], (a, b) -> a + b & 0xff);
        }
        sums.replaceAll((key, sum) -> sum & 0xff);
        assertThat(sums).isEqualTo(expected);
        assertThat(tally.in).isEqualTo(150_000);
        assertThat(tally.out).isEqualTo(chunks.records().size());
    }

    /** Short keys have a table of their own, which must not mix them up with any other key. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keysOfAllLengthsAreToldApart(long seed) throws Exception {
        Random random = new Random(seed);
        Map<String, Long> expected = new TreeMap<>();
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 100_000; i++) {
                        String key =
                                "\0".repeat(random.nextInt(25)) + "a".repeat(random.nextInt(3));
                        int partition = random.nextInt(PARTITIONS);
                        CollectedChunks.write(sink, key, "" + (char) 1, partition);
                        expected.merge(partition + key, 1L, (a, b) -> a + b & 0xff);
                    }
                });

        Map<String, Long> sums = new TreeMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            for (ByteRecord record : chunks.records(partition)) {
                assertThat(sums.put(partition + record.keyText(), record.value()[0] & 0xffL))
                        .isNull();
            }
        }
        assertThat(sums).isEqualTo(expected);
    }

    @Test
    void aTableOfShortKeysThatIsFullIsEmptied() throws Exception {
        chunks.keepNone();
        int keys = 1_000_000;
        emit(
                false,
                sink -> {
                    for (int i = 0; i < 2 * keys; i++) {
                        CollectedChunks.write(sink, "key" + i % keys, "" + (char) 1, 0);
                    }
                });

        assertThat(tally.in).isEqualTo(2L * keys);
        assertThat(tally.out).isEqualTo(chunks.count()).isGreaterThan(keys);
    }

    @Test
    void aValueOfAnotherLengthIsRefusedWhereValuesAreAddedUp() throws Exception {
        ChunkWriter writer = chunks.writer(SlabKind.HEAP);
        TableSink sink = sink(true, writer);
        CollectedChunks.write(sink, "key", "12", 0);

        assertThatThrownBy(sink::finish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a value of 2 bytes: all values must have 1 bytes");

        sink.close();
        writer.close();
    }

    /** Adds up single bytes. */
    private static final class Tally implements Combiner.Accumulator {

        private long in;
        private long out;

        @Override
        public int valueBytes() {
            return 1;
        }

        @Override
        public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
            sum[sumAt] += bytes[at];
        }

        @Override
        public void count(long values, long sums) {
            in += values;
            out += sums;
        }
    }

    private interface Emitting {
        void to(RecordSink sink) throws Exception;
    }

    private void emit(boolean mayStop, Emitting emitting) throws Exception {
        ChunkWriter writer = chunks.writer(SlabKind.HEAP);
        TableSink sink = sink(mayStop, writer);
        emitting.to(sink);
        sink.finish();
        writer.finish();
    }

    private TableSink sink(boolean mayStop, ChunkWriter writer) throws InterruptedException {
        List<Slab> slabs = memory.take(SlabKind.HEAP, TableSink.MIN_SLABS, SLAB);
        return new TableSink(memory, slabs, tally, mayStop, Long.MAX_VALUE, writer);
    }
}
