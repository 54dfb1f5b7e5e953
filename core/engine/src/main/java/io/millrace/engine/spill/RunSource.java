package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.Cancellation;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * The source of published records: runs, one for each partition, in coded form. The bytes are in a
 * file of this machine or in slabs of this process. The form is the same, so runs move from one to
 * the other, and to another process, unchanged. Immutable; its holder owns it, unless it was {@link
 * #lent}. Thread-safe.
 */
public abstract sealed class RunSource implements Closeable permits RunFile, RunBlocks {

    /** Comes before the description of a file. */
    private static final byte FILE = 1;

    /**
     * Comes before contents: frames as in a file, {@link BlockFrame#NONE}, and the table, which
     * their writer may know only then.
     */
    static final byte CONTENTS = 2;

    private final RunTable table;

    RunSource(RunTable table) {
        this.table = table;
    }

    /**
     * Reads what {@link #writeTo} or {@link #writeContentsTo} wrote, on the calling thread.
     *
     * @param intake receives contents
     * @throws IOException if the contents are damaged; they are discarded
     */
    public static RunSource readFrom(DataInput in, RunIntake intake) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case FILE -> RunFile.readBody(in);
            case CONTENTS -> intake.take(in);
            default -> throw new IOException("runs of unknown kind " + kind);
        };
    }

    /**
     * Writes a description of the runs for another process of the same machine, with the key if
     * they are encrypted: the file's path, or the bytes of slabs. From then on the reader owns the
     * file, as this process did; slabs stay here, and the reader gets a copy.
     */
    public final void writeTo(DataOutput out) throws IOException {
        if (this instanceof RunFile file) {
            out.writeByte(FILE);
            file.writeBody(out);
        } else {
            writeContentsTo(out);
        }
    }

    /**
     * Like {@link #writeTo}, but writes all bytes, for a process that cannot access file or memory.
     */
    public final void writeContentsTo(DataOutput out) throws IOException {
        out.writeByte(CONTENTS);
        byte[] buffer = new byte[RunIntake.BUFFER_BYTES];
        Cancellation cancellation = Cancellation.here();
        try (RunBytes from = open()) {
            from.moveTo(table.start());
            for (long left = table.bytes(); left > 0; ) {
                int part = (int) Math.min(left, buffer.length);
                cancellation.bytes(part);
                from.readFully(buffer, 0, part);
                out.write(buffer, 0, part);
                left -= part;
            }
        }
        out.writeInt(BlockFrame.NONE);
        table.writeTo(out);
    }

    /** Whether the bytes are in memory. */
    public abstract boolean inMemory();

    /** The run of one partition, lent to a caller that must not close it. */
    public final RunSource lent(int partition) {
        return lent(partition, partition + 1);
    }

    /**
     * The runs of the partitions from {@code first} to {@code end}, exclusively, lent to a caller
     * that must not close them.
     */
    public abstract RunSource lent(int first, int end);

    /** Opens the bytes for one reader, who closes them. */
    abstract RunBytes open() throws IOException;

    /** The name of the runs in messages. */
    abstract String name();

    /** The probable cause if they are damaged. */
    abstract String suspect();

    RunTable table() {
        return table;
    }

    /** Coded bytes of all runs. */
    public final long bytes() {
        return table.bytes();
    }

    /** Records of all partitions in this source. */
    public final long records() {
        return table.records();
    }

    /** Records of one partition; 0 if this source does not have it. */
    public final long records(int partition) {
        return table.records(partition);
    }

    /** Coded bytes of one partition; 0 if this source has no records of it. */
    public final long bytes(int partition) {
        return records(partition) == 0 ? 0 : table.end(partition) - table.start(partition);
    }

    /** Whether this source has records of partitions that are not {@code beside}. */
    public final boolean hasRecordsBeside(BitSet beside) {
        return table.hasRecordsBeside(beside);
    }

    /**
     * Reads a partition's run.
     *
     * @param order gives the prefixes; lent
     * @param buffer the reader's buffer, of the size of the writer's buffer; lent until the cursor
     *     is closed
     */
    public final RecordCursor cursor(int partition, KeyOrder order, byte[] buffer)
            throws IOException {
        OpenRuns open = OpenRuns.of(this, order, buffer);
        try {
            return new RunCursor(open, partition, true);
        } catch (IOException e) {
            open.close();
            throw e;
        }
    }
}
