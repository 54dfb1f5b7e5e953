package io.millrace.engine.spill;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.RecordLayout;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes runs to a file, one partition after the other, each starting with a new block. A block
 * contains the records' bytes as {@link RecordLayout} describes them, with lengths in little-endian
 * order on every machine. A record may span blocks.
 *
 * <p>It deliberately uses plain file output: if it used a channel, interrupting a thread would
 * close the channel and destroy the run, possibly of another job. Used by one thread.
 */
public final class RunFileWriter implements Closeable {

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, RecordLayout.CODED_ORDER);

    private final Path path;
    private final FileOutputStream out;
    private final Frame frame;
    private final SpillCoding coding;
    private final int number;
    private final byte[] buffer;
    private final byte[] header = new byte[RecordLayout.HEADER_BYTES];
    private final int contentBytes;
    private final long[] starts;
    private final long[] records;
    private int filled;
    private int partition;
    private long written;
    private @Nullable RunFile finished;

    /**
     * Creates a file without records.
     *
     * @param name start of the file's name
     * @param buffer lent until {@link #close}
     */
    public RunFileWriter(SpillArea area, String name, int partitions, byte[] buffer)
            throws IOException {
        this.coding = area.coding();
        this.number = area.nextNumber();
        this.path = area.newFile(name, number);
        this.frame = new Frame(coding, number);
        try {
            this.out = new FileOutputStream(path.toFile());
        } catch (IOException e) {
            throw SpillException.cannotWrite(path, e);
        }
        this.buffer = buffer;
        this.contentBytes = Frame.contentBytes(buffer.length);
        this.starts = new long[partitions + 1];
        this.records = new long[partitions];
    }

    /** Writes the records of a sorted chunk in the {@code wanted} partitions. */
    public void writeChunk(Chunk chunk, IntPredicate wanted) throws IOException {
        for (int each = 0; each < records.length; each++) {
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
            records[partition]++;
        }
    }

    /**
     * Writes all records of a cursor to partition {@code target}; partitions must come in ascending
     * order.
     */
    public void writeAll(RecordCursor cursor, int target) throws IOException {
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
    public void write(
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
        records[partition]++;
    }

    /** Completes the file. */
    public RunFile finish() throws IOException {
        flush();
        while (partition < records.length) {
            starts[++partition] = written;
        }
        try {
            out.close();
        } catch (IOException e) {
            throw SpillException.cannotWrite(path, e);
        }
        RunFile file = new RunFile(path, new RunTable(0, starts, records, coding, number));
        finished = file;
        return file;
    }

    /** Ends the writer; deletes a file that was not finished. */
    @Override
    public void close() throws IOException {
        if (finished == null) {
            try {
                out.close();
            } finally {
                Files.deleteIfExists(path);
            }
        }
    }

    private void startPartition(int target) throws IOException {
        if (partition == target) {
            return;
        }
        assert target > partition : "partitions must come in ascending order";
        flush();
        while (partition < target) {
            starts[++partition] = written;
        }
    }

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
        int length = frame.encode(buffer, filled, contentBytes, written);
        try {
            out.write(buffer, contentBytes, length);
        } catch (IOException e) {
            throw SpillException.cannotWrite(path, e);
        }
        written += length;
        filled = 0;
    }
}
