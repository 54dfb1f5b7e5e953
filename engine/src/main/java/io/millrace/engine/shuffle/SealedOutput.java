package io.millrace.engine.shuffle;

import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.stream.Tally;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * All output of one map attempt, for whoever publishes it, perhaps in another process. Its runs are
 * in files, in slabs, or some in these and some in those.
 *
 * @param runs owned by whoever holds this
 * @param tally how much it is, by partition
 * @param spilledRecords records that were written to disk, each time that they were
 */
public record SealedOutput(List<PlacedRuns> runs, Tally tally, long spilledRecords)
        implements Closeable {

    /** No map output: of a reduce attempt, or of a map attempt without reducers. */
    public static SealedOutput none(long spilledRecords) {
        return new SealedOutput(List.of(), new Tally(0), spilledRecords);
    }

    /**
     * Reads back what {@link #writeTo} wrote.
     *
     * @param intake where runs go that are not in files
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

    /** Gives back an output that is not published. May be called twice. */
    @Override
    public void close() throws IOException {
        PlacedRuns.closeAll(runs);
    }
}
