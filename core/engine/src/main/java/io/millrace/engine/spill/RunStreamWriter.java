package io.millrace.engine.spill;

import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes runs of neighbouring partitions for another process, in the form that {@link
 * RunSource#readFrom} reads. Used by one thread.
 */
public final class RunStreamWriter extends RunWriter {

    private final DataOutput out;

    /**
     * Begins the runs.
     *
     * @param area gives their number, and their coding except for compression
     * @param first the first partition
     * @param partitions their number
     * @param buffer lent while the writer is used; the reader's must have the same size
     */
    public RunStreamWriter(
            SpillArea area,
            boolean compressed,
            int first,
            int partitions,
            byte[] buffer,
            DataOutput out)
            throws IOException {
        super(area.coding().compressed(compressed), area.nextNumber(), first, partitions, buffer);
        this.out = out;
        out.writeByte(RunSource.CONTENTS);
    }

    @Override
    void emit(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    /** Writes the end of the runs. */
    public void finish() throws IOException {
        RunTable table = endRuns();
        out.writeInt(BlockFrame.NONE);
        table.writeTo(out);
    }
}
