package io.millrace.engine.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkForm;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.DistinctKeys;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.CollectedChunks;
import io.millrace.engine.testing.NumberOrder;
import io.millrace.engine.testing.TestMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What loops over records and bytes still do after their attempt was revoked. */
class CancelledCopyTest {

    private static final int SLAB = 1 << 20;
    private static final int RECORDS = 60_000;
    private static final int VALUE = 64;
    private static final int CANCELLED_AT = 7_000;

    /** The promise of {@link Cancellation}. */
    private static final int MOST_RECORDS = 10_000;

    private static final int MOST_COMPARISONS = 1_000;
    private static final int MOST_BYTES = 1 << 20;

    @TempDir private Path directory;

    private final MemoryAccount memory = TestMemory.of(64L << 20, SLAB);
    private final CollectedChunks chunks = new CollectedChunks(memory, 8 * SLAB, 1);
    private final AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, 0, 0));
    private final byte[] buffer = new byte[64 << 10];
    private long count;
    private Chunk chunk;

    @BeforeEach
    void fill() throws Exception {
        ChunkWriter writer =
                new ChunkWriter(
                        memory,
                        new ChunkForm(SlabKind.HEAP, 1, null, 32 * SLAB),
                        chunks,
                        memory.take(SlabKind.HEAP, 2, SLAB));
        byte[] record = new byte[Integer.BYTES + VALUE];
        for (int i = 0; i < RECORDS; i++) {
            System.arraycopy(NumberOrder.key(Integer.reverse(i)), 0, record, 0, Integer.BYTES);
            writer.append(0, record, 0, Integer.BYTES, record, Integer.BYTES, VALUE);
        }
        writer.finish();
        assertThat(chunks.chunks()).hasSize(1);
        chunk = chunks.chunks().get(0);
    }

    @AfterEach
    void giveBack() {
        chunks.close();
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    private interface Step {
        void run() throws Exception;
    }

    private void assertCancelled(Step step) {
        assertThatThrownBy(() ->
                        Cancellation.during(
                                guard,
                                () -> {
                                    step.run();
                                    return true;
                                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("revoked");
    }

    private void count(long units, long cancelledAt) {
        boolean before = count < cancelledAt;
        count += units;
        if (before && count >= cancelledAt) {
            guard.revoke();
        }
    }

    private SpillArea area() {
        return new SpillArea(List.of(directory), SpillCoding.PLAIN);
    }

    private long bytesOnDisk() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void prefixesAreNoLongerComputed() {
        assertCancelled(() -> chunk.addPrefixes(new CountedPrefixes()));

        assertThat(count).isBetween((long) CANCELLED_AT, (long) CANCELLED_AT + MOST_RECORDS);
    }

    /** Counts the prefixes that are computed. */
    private final class CountedPrefixes implements KeyOrder {

        private final KeyOrder order = ByteKeyOrder.withPrefix();

        @Override
        public int compare(byte[] left, int at, int length, byte[] right, int other, int size) {
            return order.compare(left, at, length, right, other, size);
        }

        @Override
        public boolean prefixed() {
            return true;
        }

        @Override
        public long prefix(byte[] key, int offset, int length) {
            count(1, CANCELLED_AT);
            return order.prefix(key, offset, length);
        }

        @Override
        public boolean prefixDecides(long prefix) {
            return false;
        }

        @Override
        public boolean distinguishesBytes() {
            return true;
        }
    }

    @Test
    void recordsAreNoLongerCopiedIntoTheirOrder() throws IOException {
        chunk.addPrefixes(ByteKeyOrder.withPrefix());
        chunk.sort(ByteKeyOrder.withPrefix());
        int[] before = addresses();
        guard.revoke();

        assertCancelled(() -> chunk.arrange(memory));

        int[] after = addresses();
        assertThat(IntStream.range(0, RECORDS).filter(i -> before[i] != after[i]).count())
                .isLessThanOrEqualTo(MOST_RECORDS);
    }

    private int[] addresses() {
        return IntStream.range(0, RECORDS).map(chunk::address).toArray();
    }

    @Test
    void equalKeysAreNoLongerCounted() {
        KeyOrder same =
                new NumberOrder((a, b) -> {
                    count(1, CANCELLED_AT);
                    return 0;
                });
        assertCancelled(() -> {
            DistinctKeys keys = new DistinctKeys(chunk, 0, same);
            while (keys.next()) {
                assertThat(keys.length()).isEqualTo(Integer.BYTES);
            }
        });

        assertThat(count).isBetween((long) CANCELLED_AT, (long) CANCELLED_AT + MOST_COMPARISONS);
    }

    @Test
    void aRunIsNoLongerWritten() throws IOException {
        try (RunFileWriter writer = new RunFileWriter(area(), "run", 1, buffer)) {
            guard.revoke();
            // The writer looks on behalf of the thread that created it.
            writer.writeChunk(chunk, partition -> true);
        }
        assertCancelled(() -> {
            try (RunFileWriter writer = new RunFileWriter(area(), "run", 1, buffer)) {
                try {
                    writer.writeChunk(chunk, partition -> true);
                } finally {
                    count = bytesOnDisk();
                }
            }
        });

        assertThat(count).isLessThanOrEqualTo(MOST_BYTES);
        assertThat(bytesOnDisk()).isZero();
    }

    @Test
    void recordsAreNoLongerReadForARun() throws IOException {
        assertCancelled(() -> {
            try (RunFileWriter writer = new RunFileWriter(area(), "run", 1, buffer);
                    RecordCursor cursor = chunk.cursor(0)) {
                writer.writeAll(new Counted(cursor), 0);
            }
        });

        assertThat(count).isBetween((long) CANCELLED_AT, (long) CANCELLED_AT + MOST_RECORDS);
    }

    /** Counts the records that are read. */
    private final class Counted extends io.millrace.engine.record.ForwardingCursor {

        Counted(RecordCursor records) {
            super(records);
        }

        @Override
        public boolean next() throws IOException {
            count(1, CANCELLED_AT);
            return super.next();
        }
    }

    @Test
    void runsAreNoLongerSentReceivedOrMovedToDisk() throws Exception {
        byte[] contents = contents();
        assertCancelled(() -> {
            try (RunSource runs = take(new ByteArrayInputStream(contents))) {
                runs.writeContentsTo(
                        new DataOutputStream(
                                new OutputStream() {
                                    @Override
                                    public void write(int each) {
                                        count(1, CANCELLED_AT);
                                    }

                                    @Override
                                    public void write(byte[] bytes, int from, int length) {
                                        count(length, CANCELLED_AT);
                                    }
                                }));
            }
        });
        assertThat(count).isBetween((long) CANCELLED_AT, (long) CANCELLED_AT + MOST_BYTES);
        count = 0;
        assertCancelled(() -> take(new CountedBytes(new ByteArrayInputStream(contents))));
        assertThat(count).isPositive().isLessThanOrEqualTo(MOST_BYTES);
        try (RunBlocks blocks = (RunBlocks) take(new ByteArrayInputStream(contents))) {
            assertCancelled(() -> blocks.copyTo(area(), "run", buffer));
        }
        assertThat(bytesOnDisk()).isZero();
    }

    private RunSource take(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        in.readByte();
        return new RunIntake(memory, SlabKind.HEAP, area(), "run").take(in);
    }

    private byte[] contents() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (RunFileWriter writer =
                new RunFileWriter(area(), "run", 1, new byte[memory.diskBufferBytes()])) {
            writer.writeChunk(chunk, partition -> true);
            try (RunFile file = writer.finish()) {
                file.writeContentsTo(new DataOutputStream(bytes));
            }
        }
        return bytes.toByteArray();
    }

    /** Counts the bytes that are read. */
    private final class CountedBytes extends FilterInputStream {

        CountedBytes(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            count(1, CANCELLED_AT);
            return super.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            count(Math.max(0, read), CANCELLED_AT);
            return read;
        }
    }
}
