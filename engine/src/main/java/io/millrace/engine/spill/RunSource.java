package io.millrace.engine.spill;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Where published records come from: runs, one for each partition, in the coded form in which they
 * leave memory. The bytes lie in a file of this machine or in slabs of this process, and are the
 * same, so that runs go from one to the other, and to another process, as they are. Immutable;
 * owned by whoever holds it, unless it was {@link #lent}. Thread-safe.
 */
public abstract sealed class RunSource implements Closeable permits RunFile, RunBlocks {

    private static final byte FILE = 1;
    private static final byte CONTENTS = 2;

    private final RunTable table;

    RunSource(RunTable table) {
        this.table = table;
    }

    /**
     * Reads back what {@link #writeTo} or {@link #writeContentsTo} wrote, on the thread that does
     * the reading.
     *
     * @param intake where contents go
     * @throws IOException if the contents are damaged; nothing of them is kept
     */
    public static RunSource readFrom(DataInput in, RunIntake intake) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case FILE -> RunFile.readBody(in);
            case CONTENTS -> intake.take(RunTable.readFrom(in), in);
            default -> throw new IOException("runs of unknown kind " + kind);
        };
    }

    /**
     * Tells the runs to another process, with the key to them if they are encrypted: where the file
     * is, to one of the same machine, or what is in the slabs. A file is then the reader's as it
     * was this process's; slabs stay here, and the reader has a copy.
     */
    public final void writeTo(DataOutput out) throws IOException {
        if (this instanceof RunFile file) {
            out.writeByte(FILE);
            file.writeBody(out);
        } else {
            writeContentsTo(out);
        }
    }

    /** The same with all bytes, for a process that reaches neither file nor memory. */
    public final void writeContentsTo(DataOutput out) throws IOException {
        out.writeByte(CONTENTS);
        table.writeTo(out);
        byte[] buffer = new byte[RunIntake.BUFFER_BYTES];
        try (RunBytes from = open()) {
            from.moveTo(table.start());
            for (long left = table.bytes(); left > 0; ) {
                int part = (int) Math.min(left, buffer.length);
                from.readFully(buffer, 0, part);
                out.write(buffer, 0, part);
                left -= part;
            }
        }
    }

    /** Whether the bytes are in memory. */
    public abstract boolean inMemory();

    /** The run of one partition, lent to somebody who leaves it where it is. */
    public abstract RunSource lent(int partition);

    /** The bytes for one reader, who closes it. */
    abstract RunBytes open() throws IOException;

    /** What the runs are called in messages. */
    abstract String name();

    /** What may be the matter if they are damaged. */
    abstract String suspect();

    RunTable table() {
        return table;
    }

    /** Bytes of all runs, as they are coded. */
    public final long bytes() {
        return table.bytes();
    }

    /** Records of all partitions that are here. */
    public final long records() {
        return table.records();
    }

    /** Records of one partition; 0 for one that is not here. */
    public final long records(int partition) {
        return table.records(partition);
    }

    /**
     * Reads a partition's run.
     *
     * @param order gives the prefixes; lent
     * @param buffer what the reader works in, of the size that the writer's had; lent until the
     *     cursor is closed
     */
    public final RecordCursor cursor(int partition, KeyOrder order, byte[] buffer)
            throws IOException {
        RunBytes bytes = open();
        try {
            return new RunCursor(this, partition, bytes, true, table.newFrame(), order, buffer);
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }
}
