package io.millrace.engine.spill;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.RecordLayout;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;

/**
 * Encodes runs, one partition after the other, each starting with a new block. A block contains the
 * records' bytes as {@link RecordLayout} describes them, with lengths in little-endian order on
 * every machine. A record may span blocks. Used by one thread.
 */
public abstract sealed class RunWriter permits RunFileWriter, RunStreamWriter {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, RecordLayout.CODED_ORDER);

    private final BlockFrame frame;
    private final SpillCoding coding;
    private final int number;
    private final byte[] buffer;
    private final Cancellation cancellation = Cancellation.here();
    private final byte[] header = new byte[RecordLayout.HEADER_BYTES];
    private final int contentBytes;
    private final int first;
    private final long[] starts;
    private final long[] records;
    private int filled;

    /** The current partition, counted from the first. */
    private int partition;

    private long written;

    /**
     * A writer of no records yet.
     *
     * @param number of these runs, unique in the coding
     * @param first the first partition
     * @param partitions their number
     * @param buffer lent while the writer is used
     */
    RunWriter(SpillCoding coding, int number, int first, int partitions, byte[] buffer) {
        this.coding = coding;
        this.number = number;
        this.frame = new BlockFrame(coding, number);
        this.first = first;
        this.buffer = buffer;
        this.contentBytes = BlockFrame.contentBytes(buffer.length);
        this.starts = new long[partitions + 1];
        this.records = new long[partitions];
    }

    /** Writes the records of a sorted chunk in the {@code wanted} partitions. */
    public final void writeChunk(Chunk chunk, IntPredicate wanted) throws IOException {
        for (int each = first; each < first + records.length; each++) {
            int from = chunk.firstEntry(each);
            int to = chunk.firstEntry(each + 1);
            if (from == to || !wanted.test(each)) {
                continue;
            }
            if (chunk.hasPacks()) {
                try (RecordCursor cursor = chunk.cursor(each)) {
                    writeAll(cursor, each);
                }
            } else {
                writeEntries(chunk, each, from, to);
            }
        }
    }

    private void writeEntries(Chunk chunk, int target, int from, int to) throws IOException {
        startPartition(target);
        for (int entry = from; entry < to; entry++) {
            int address = chunk.address(entry);
            Slab slab = chunk.slab(address);
            int at = chunk.offset(address);
            int keyLength = slab.getInt(at);
            int valueLength = slab.getInt(at + 4);
            putLengths(keyLength, valueLength);
            put(slab, at + RecordLayout.HEADER_BYTES, keyLength + valueLength);
            cancellation.record();
            records[partition]++;
        }
    }

    /**
     * Writes all records of a cursor to partition {@code target}; partitions must come in ascending
     * order.
     */
    public final void writeAll(RecordCursor cursor, int target) throws IOException {
        while (cursor.next()) {
            write(
                    target,
                    cursor.keyBytes(),
                    cursor.keyOffset(),
                    cursor.keyLength(),
                    cursor.valueBytes(),
                    cursor.valueOffset(),
                    cursor.valueLength());
        }
    }

    /** Writes one record; partitions must come in ascending order. */
    public final void write(
            int target,
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] value,
            int valueOffset,
            int valueLength)
            throws IOException {
        startPartition(target);
        putLengths(keyLength, valueLength);
        put(key, keyOffset, keyLength);
        put(value, valueOffset, valueLength);
        cancellation.record();
        records[partition]++;
    }

    /** Emits the last block. */
    final RunTable endRuns() throws IOException {
        startPartition(first + records.length);
        return new RunTable(first, starts, records, coding, number);
    }

    private void startPartition(int target) throws IOException {
        int wanted = target - first;
        if (partition == wanted) {
            return;
        }
        assert wanted > partition : "partitions must come in ascending order";
        flush();
        while (partition < wanted) {
            starts[++partition] = written;
        }
    }

    /** Writes a frame to its place. */
    abstract void emit(byte[] bytes, int offset, int length) throws IOException;

    private void putLengths(int keyLength, int valueLength) throws IOException {
        INTS.set(header, 0, keyLength);
        INTS.set(header, 4, valueLength);
        put(header, 0, header.length);
    }

    private void put(byte[] bytes, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, contentBytes - filled);
            System.arraycopy(bytes, offset + done, buffer, filled, part);
            advance(part);
            done += part;
        }
    }

    private void put(Slab slab, int at, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int part = Math.min(length - done, contentBytes - filled);
            slab.copyOut(at + done, buffer, filled, part);
            advance(part);
            done += part;
        }
    }

    private void advance(int part) throws IOException {
        filled += part;
        if (filled == contentBytes) {
            flush();
        }
    }

    private void flush() throws IOException {
        if (filled == 0) {
            return;
        }
        cancellation.bytes(Math.min(filled, Cancellation.BYTES));
        int length = frame.encode(buffer, filled, contentBytes, written);
        emit(buffer, contentBytes, length);
        written += length;
        filled = 0;
    }
}
