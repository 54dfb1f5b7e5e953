package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A finished file of runs, one for each partition. Immutable; owns its file unless it was {@link
 * #lent}. Thread-safe.
 */
public final class RunFile implements Closeable {

    private final Path path;
    private final boolean owned;
    private final int first;
    private final long[] starts;
    private final long[] records;
    private final SpillCoding coding;
    private final int number;

    /**
     * @param starts where each partition begins, and behind them the length of the file
     * @param records how many records each has
     * @param number of the file among those of its coding
     */
    RunFile(Path path, long[] starts, long[] records, SpillCoding coding, int number) {
        this(path, true, 0, starts, records, coding, number);
    }

    private RunFile(
            Path path,
            boolean owned,
            int first,
            long[] starts,
            long[] records,
            SpillCoding coding,
            int number) {
        this.path = path;
        this.owned = owned;
        this.first = first;
        this.starts = starts;
        this.records = records;
        this.coding = coding;
        this.number = number;
    }

    /** Reads back what {@link #writeTo} wrote; owns the file as the one did that was written. */
    public static RunFile readFrom(DataInput in) throws IOException {
        Path path = Path.of(in.readUTF());
        boolean owned = in.readBoolean();
        int first = in.readInt();
        long[] records = new long[in.readInt()];
        long[] starts = new long[records.length + 1];
        for (int i = 0; i < records.length; i++) {
            starts[i] = in.readLong();
            records[i] = in.readLong();
        }
        starts[records.length] = in.readLong();
        return new RunFile(
                path, owned, first, starts, records, SpillCoding.readFrom(in), in.readInt());
    }

    /**
     * Describes the file to another process of the same machine; with the key to it, if it is
     * encrypted.
     */
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(path.toString());
        out.writeBoolean(owned);
        out.writeInt(first);
        out.writeInt(records.length);
        for (int i = 0; i < records.length; i++) {
            out.writeLong(starts[i]);
            out.writeLong(records[i]);
        }
        out.writeLong(starts[records.length]);
        coding.writeTo(out);
        out.writeInt(number);
    }

    /** The same file for somebody who reads one partition of it and leaves it where it is. */
    public RunFile lent(int partition) {
        int at = partition - first;
        return new RunFile(
                path,
                false,
                partition,
                new long[] {starts[at], starts[at + 1]},
                new long[] {records[at]},
                coding,
                number);
    }

    /** Length of the file in bytes, as far as it is known here. */
    public long bytes() {
        return starts[records.length] - starts[0];
    }

    /** Records of all partitions that are known here. */
    public long records() {
        return Arrays.stream(records).sum();
    }

    /** Records of one partition; 0 for one that is not known here. */
    public long records(int partition) {
        int at = partition - first;
        return at < 0 || at >= records.length ? 0 : records[at];
    }

    /**
     * Reads a partition's run.
     *
     * @param order gives the prefixes; lent
     * @param buffer what the reader works in, of the size that the writer's had; lent until the
     *     cursor is closed
     */
    public RecordCursor cursor(int partition, KeyOrder order, byte[] buffer) throws IOException {
        RandomAccessFile file = open();
        try {
            return cursor(partition, file, true, frame(), order, buffer);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    RandomAccessFile open() throws IOException {
        try {
            return new RandomAccessFile(path.toFile(), "r");
        } catch (IOException e) {
            throw SpillException.cannotRead(path, e);
        }
    }

    Frame frame() {
        return new Frame(coding, number);
    }

    RecordCursor cursor(
            int partition,
            RandomAccessFile file,
            boolean owned,
            Frame frame,
            KeyOrder order,
            byte[] buffer)
            throws IOException {
        int at = partition - first;
        return new RunFileCursor(
                path, file, owned, frame, starts[at], starts[at + 1], records[at], order, buffer);
    }

    /** Deletes the file, if it is owned. May be called twice. */
    @Override
    public void close() throws IOException {
        if (owned) {
            Files.deleteIfExists(path);
        }
    }
}
