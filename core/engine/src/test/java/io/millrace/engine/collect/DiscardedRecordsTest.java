package io.millrace.engine.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.CollectedChunks;
import io.millrace.engine.testing.TestMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A serializer that throws is heard, whatever it had written, and its record is forgotten. The sink
 * is used as {@code RecordSerializer} does, which discards in a {@code finally}.
 */
class DiscardedRecordsTest {

    private static final int SLAB = 1 << 14;

    /** Below, at and above what a batch and a slab have room for. */
    private static final int[] LENGTHS = {0, 1, 300, 4_000, SLAB - 1, SLAB, SLAB + 1, 3 * SLAB};

    private final MemoryAccount memory = TestMemory.of(64L << 20, SLAB);
    private final CollectedChunks chunks = new CollectedChunks(memory, SLAB, 1);
    private final List<ByteRecord> expected = new ArrayList<>();

    @AfterEach
    void giveBack() {
        chunks.close();
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    /** The sinks that a map attempt can have. */
    enum Kind {
        TABLE,
        HEAP,
        NATIVE
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whatASerializerThrowsAtAnyPointIsWhatItsCallerSees(Kind kind) throws Exception {
        ChunkWriter writer = chunks.writer(kind == Kind.NATIVE ? SlabKind.NATIVE : SlabKind.HEAP);
        TableSink table = kind == Kind.TABLE ? table(writer) : null;
        RecordSink sink = table == null ? writer : table;
        for (int before = 0; before < 70; before += 3) {
            for (int length : LENGTHS) {
                failAtEachPoint(sink, length);
                write(sink, record(before, length % 2_000), 0, null);
            }
        }

        if (table != null) {
            table.finish();
        }
        writer.finish();
        assertThat(chunks.records()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private void failAtEachPoint(RecordSink sink, int length) {
        ByteRecord record = ByteRecord.of("k".repeat(length), "v".repeat(length));
        for (int point : new int[] {0, 1, length, length + 1, 2 * length}) {
            IllegalStateException thrown = new IllegalStateException("at " + point);
            Throwable seen = catchThrowable(() -> write(sink, record, point, thrown));
            if (seen == null) {
                expected.add(record); // the point lies behind the record
            } else {
                assertThat(seen).isSameAs(thrown);
            }
        }
    }

    private ByteRecord record(int number, int length) {
        ByteRecord record = ByteRecord.of("key" + number, "v".repeat(length));
        expected.add(record);
        return record;
    }

    /** A batch's last record may lie outside the stage; then the batch fails. */
    @Test
    void aBatchThatFailsIsHeardAndSoIsWhoGoesOn() throws Exception {
        ChunkWriter writer = chunks.writer(SlabKind.HEAP);
        IllegalStateException refused = new IllegalStateException("this attempt is over");
        TableSink sink =
                new TableSink(
                        memory,
                        memory.take(SlabKind.HEAP, TableSink.MIN_SLABS, SLAB),
                        new RefusingSum(refused),
                        true,
                        Long.MAX_VALUE,
                        writer);
        write(sink, ByteRecord.of("a", "1"), 0, null);
        write(sink, ByteRecord.of("a", "1"), 0, null);

        ByteRecord large = ByteRecord.of("k".repeat(2 * SLAB), "1");
        assertThatThrownBy(() -> write(sink, large, 0, null)).isSameAs(refused);
        Throwable later = null;
        for (int i = 0; i < 200 && later == null; i++) {
            later = catchThrowable(() -> write(sink, ByteRecord.of("b", "1"), 0, null));
        }

        assertThat(later)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("an earlier record")
                .hasCause(refused);
        assertThatThrownBy(() -> write(sink, large, 0, null)).hasCause(refused);
        assertThatThrownBy(sink::finish).hasCause(refused);
        sink.close();
        writer.close();
    }

    /** As {@code RecordSerializer}: throws {@code failure} once {@code point} bytes are written. */
    private static void write(
            RecordSink sink, ByteRecord record, int point, @Nullable RuntimeException failure)
            throws IOException, InterruptedException {
        boolean ended = false;
        try {
            write(sink, record.key(), 0, point, failure);
            sink.endKey();
            write(sink, record.value(), record.key().length, point, failure);
            sink.endRecord(0);
            ended = true;
        } finally {
            if (!ended) {
                sink.discardRecord();
            }
        }
    }

    private static void write(
            RecordSink sink,
            byte[] bytes,
            int before,
            int point,
            @Nullable RuntimeException failure) {
        int upTo = point - before;
        if (failure != null && upTo >= 0 && upTo <= bytes.length) {
            sink.output().write(bytes, 0, upTo);
            throw failure;
        }
        sink.output().write(bytes, 0, bytes.length);
    }

    private TableSink table(ChunkWriter writer) throws InterruptedException {
        return new TableSink(
                memory,
                memory.take(SlabKind.HEAP, TableSink.MIN_SLABS, SLAB),
                null,
                false,
                Long.MAX_VALUE,
                writer);
    }

    /** Refuses to add anything up. */
    private record RefusingSum(RuntimeException refusal) implements Combiner.Accumulator {

        @Override
        public int valueBytes() {
            return 1;
        }

        @Override
        public void add(byte[] sum, int sumAt, byte[] bytes, int at) {
            throw refusal;
        }

        @Override
        public void count(long in, long out) {}
    }
}
