package io.millrace.engine.shuffle;

import io.millrace.engine.stream.Tally;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * All output of one map attempt in files, for whoever publishes it, perhaps in another process.
 *
 * @param files owned by whoever holds this
 * @param tally how much it is, by partition
 * @param spilledRecords records that were written to disk, each time that they were
 */
public record SealedOutput(List<PlacedFile> files, Tally tally, long spilledRecords) {

    /** No map output: of a reduce attempt, or of a map attempt without reducers. */
    public static SealedOutput none(long spilledRecords) {
        return new SealedOutput(List.of(), new Tally(0), spilledRecords);
    }

    /** Reads back what {@link #writeTo} wrote. */
    public static SealedOutput readFrom(DataInput in) throws IOException {
        return new SealedOutput(PlacedFile.readAll(in), Tally.readFrom(in), in.readLong());
    }

    public void writeTo(DataOutput out) throws IOException {
        PlacedFile.writeAll(files, out);
        tally.writeTo(out);
        out.writeLong(spilledRecords);
    }
}
