package io.millrace.engine.shuffle.remote;

import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.stream.Tally;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The complete output of one map attempt, to be published in this process or in another. Its runs
 * are in files, in slabs, or in both.
 *
 * @param runs owned by this
 * @param tally records and bytes by partition
 * @param spilledRecords records that were written to disk, counted each time they were written
 */
public record SealedOutput(List<PlacedRuns> runs, Tally tally, long spilledRecords)
        implements Closeable {

    /** No map output: for a reduce attempt, or a map attempt without reducers. */
    public static SealedOutput none(long spilledRecords) {
        return new SealedOutput(List.of(), new Tally(0), spilledRecords);
    }

    /**
     * Reads what {@link #writeTo} wrote.
     *
     * @param intake receives runs that are not in files
     */
    public static SealedOutput readFrom(DataInput in, RunIntake intake) throws IOException {
        List<PlacedRuns> runs = PlacedRuns.readAll(in, intake);
        boolean whole = false;
        try {
            SealedOutput read = new SealedOutput(runs, Tally.readFrom(in), in.readLong());
            whole = true;
            return read;
        } finally {
            if (!whole) {
                PlacedRuns.closeAll(runs);
            }
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        PlacedRuns.writeAll(runs, out);
        tally.writeTo(out);
        out.writeLong(spilledRecords);
    }

    /** Closes an output that is not published. May be called twice. */
    @Override
    public void close() throws IOException {
        PlacedRuns.closeAll(runs);
    }
}
