package io.millrace.engine.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.KeptChunks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSinkTest {

    private static final int SLAB = 1 << 14;
    private static final int PARTITIONS = 3;

    private final MemoryBudget memory = new MemoryBudget(64L << 20, SLAB, 0);
    private final KeptChunks chunks = new KeptChunks(memory, SLAB, PARTITIONS);
    private final SummingCombiner combiner = new SummingCombiner();

    @AfterEach
    void giveBack() {
        chunks.close();
        assertThat(memory.heldBytes()).isZero();
        memory.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 5_000, 60_000})
    void theSumOfEachKeyIsKept(int distinct) throws Exception {
        Random random = new Random(distinct);
        Map<String, Long> expected = new TreeMap<>();
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 150_000; i++) {
                        String key = "k" + (int) Math.abs(random.nextGaussian() * distinct);
                        long value = random.nextInt(1000);
                        KeptChunks.write(sink, key, Long.toString(value), key.hashCode() & 1);
                        expected.merge(key, value, Long::sum);
                    }
                });

        assertThat(sums(chunks.records())).isEqualTo(expected);
        assertThat(combiner.ended).isEqualTo(combiner.opened);
    }

    @Test
    void keysThatRepeatReachTheChunksOnce() throws Exception {
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 100_000; i++) {
                        KeptChunks.write(sink, "key" + i % 10, "1", 0);
                    }
                });

        assertThat(chunks.records())
                .hasSize(10)
                .allMatch(record -> record.valueText().equals("10000"));
    }

    @Test
    void everyRecordPassesTheCombinerAtLeastOnce() throws Exception {
        emit(true, sink -> KeptChunks.write(sink, "once", "7", 0));

        assertThat(combiner.folds).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void combiningStopsWhereKeysAreDistinctUnlessItMustNot(boolean mayStop) throws Exception {
        emit(
                mayStop,
                sink -> {
                    for (int i = 0; i < 300_000; i++) {
                        KeptChunks.write(sink, "key" + i, "1", 0);
                    }
                });

        assertThat(chunks.records()).hasSize(300_000);
        assertThat(combiner.folds < 100_000).isEqualTo(mayStop);
    }

    @Test
    void aKeyIsCombinedWithinItsPartitionOnly() throws Exception {
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 300; i++) {
                        KeptChunks.write(sink, "same", "1", i % PARTITIONS);
                    }
                });

        assertThat(chunks.records())
                .hasSize(PARTITIONS)
                .allMatch(record -> record.valueText().equals("100"));
    }

    @Test
    void whatACombinerEmitsForOtherKeysAndAtItsEndIsKept() throws Exception {
        combiner.alsoEmits = true;
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 1000; i++) {
                        KeptChunks.write(sink, "key", "1", 1);
                    }
                });

        Map<String, Long> sums = sums(chunks.records());
        assertThat(sums)
                .containsEntry("key", 1000L)
                .containsEntry("folds", (long) combiner.folds)
                .containsEntry("end", 1L);
    }

    @Test
    void recordsLargerThanASlabPassTheTableBy() throws Exception {
        String large = "1".repeat(18);
        String key = "k".repeat(2 * SLAB);
        emit(
                true,
                sink -> {
                    KeptChunks.write(sink, key, large, 0);
                    KeptChunks.write(sink, key, large, 0);
                    KeptChunks.write(sink, "small", "1", 0);
                });

        assertThat(chunks.records()).hasSize(3);
    }

    @Test
    void aFailingCombinerEndsTheRecordAndDiscardGivesEverythingBack() throws Exception {
        combiner.fails = true;
        ChunkWriter writer = chunks.writer(SlabKind.HEAP);
        TableSink sink = sink(true, writer);

        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                KeptChunks.write(sink, "key", "1", 0);
                            }
                        })
                .isInstanceOf(IOException.class)
                .hasMessage("no");

        sink.discard();
        writer.discard();
        assertThat(combiner.ended).isEqualTo(combiner.opened);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 5_000, 60_000})
    void valuesThatCanBeAddedUpAreAddedWhereTheyLie(int distinct) throws Exception {
        Tally tally = new Tally();
        combiner.accumulator = tally;
        Random random = new Random(distinct);
        Map<String, Long> expected = new TreeMap<>();
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 150_000; i++) {
                        String key = "k" + (int) Math.abs(random.nextGaussian() * distinct);
                        KeptChunks.write(sink, key, "" + (char) 1, key.hashCode() & 1);
                        expected.merge(key, 1L, (a, b) -> a + b & 0xff);
                    }
                });

        Map<String, Long> sums = new TreeMap<>();
        for (ByteRecord record : chunks.records()) {
            sums.merge(record.keyText(), (long) record.value()[0], (a, b) -> a + b & 0xff);
        }
        sums.replaceAll((key, sum) -> sum & 0xff);
        assertThat(sums).isEqualTo(expected);
        assertThat(combiner.opened).isZero();
        assertThat(tally.in).isEqualTo(150_000);
        assertThat(tally.out).isEqualTo(chunks.records().size());
    }

    /** Short keys have a table of their own, which must not mix them up with any other key. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keysOfAllLengthsAreToldApart(long seed) throws Exception {
        combiner.accumulator = new Tally();
        Random random = new Random(seed);
        Map<String, Long> expected = new TreeMap<>();
        emit(
                true,
                sink -> {
                    for (int i = 0; i < 100_000; i++) {
                        String key =
                                "\0".repeat(random.nextInt(25)) + "a".repeat(random.nextInt(3));
                        int partition = random.nextInt(PARTITIONS);
                        KeptChunks.write(sink, key, "" + (char) 1, partition);
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
        Tally tally = new Tally();
        combiner.accumulator = tally;
        chunks.keepNone();
        int keys = 1_000_000;
        emit(
                false,
                sink -> {
                    for (int i = 0; i < 2 * keys; i++) {
                        KeptChunks.write(sink, "key" + i % keys, "" + (char) 1, 0);
                    }
                });

        assertThat(tally.in).isEqualTo(2L * keys);
        assertThat(tally.out).isEqualTo(chunks.count()).isGreaterThan(keys);
    }

    @Test
    void aValueOfAnotherLengthIsRefusedWhereValuesAreAddedUp() throws Exception {
        combiner.accumulator = new Tally();
        ChunkWriter writer = chunks.writer(SlabKind.HEAP);
        TableSink sink = sink(true, writer);
        KeptChunks.write(sink, "key", "12", 0);

        assertThatThrownBy(sink::finish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a value of 2 bytes where all must have 1");

        sink.discard();
        writer.discard();
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
        return new TableSink(memory, slabs, PARTITIONS, combiner, mayStop, writer);
    }

    private static Map<String, Long> sums(List<ByteRecord> records) {
        Map<String, Long> sums = new TreeMap<>();
        records.forEach(record ->
                sums.merge(record.keyText(), Long.parseLong(record.valueText()), Long::sum));
        return sums;
    }

    /** Adds up decimal values; counts its instances and folds. */
    private static final class SummingCombiner implements Combiner {

        private int opened;
        private int ended;
        private int folds;
        private boolean alsoEmits;
        private boolean fails;
        private Combiner.@Nullable Accumulator accumulator;

        @Override
        public Combiner.@Nullable Accumulator openAccumulator() {
            return accumulator;
        }

        @Override
        public void combineRun(int partition, RecordCursor sorted, RecordSink out) {
            throw new UnsupportedOperationException("a table gives its combiner one key at a time");
        }

        @Override
        public Folder openFolder(int partition) {
            opened++;
            return new Folder() {

                @Override
                public void fold(RecordCursor values, RecordSink out)
                        throws IOException, InterruptedException {
                    folds++;
                    if (fails) {
                        throw new IOException("no");
                    }
                    long sum = 0;
                    String key = "";
                    while (values.next()) {
                        ByteRecord record = ByteRecord.copyOf(values);
                        key = record.keyText();
                        sum += Long.parseLong(record.valueText());
                    }
                    emit(out, key, sum);
                    if (alsoEmits) {
                        emit(out, "folds", 1);
                    }
                }

                @Override
                public void finish(RecordSink out) throws IOException, InterruptedException {
                    ended++;
                    if (alsoEmits) {
                        emit(out, "end", 1);
                    }
                }

                @Override
                public void discard() {
                    ended++;
                }

                private void emit(RecordSink out, String key, long value)
                        throws IOException, InterruptedException {
                    ByteRecord record = ByteRecord.of(key, Long.toString(value));
                    out.output().write(record.key(), 0, record.key().length);
                    out.endKey();
                    out.output().write(record.value(), 0, record.value().length);
                    out.endRecord(partition);
                }
            };
        }
    }
}
