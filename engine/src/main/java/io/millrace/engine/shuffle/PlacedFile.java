package io.millrace.engine.shuffle;

import io.millrace.engine.spill.RunFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A run file and its place among the map output of a job.
 *
 * @param task the map task that it comes from
 * @param sequence grows with the order of emission among the files of one attempt
 */
public record PlacedFile(int task, long sequence, RunFile file) {

    /** Reads back what {@link #writeAll} wrote. */
    public static List<PlacedFile> readAll(DataInput in) throws IOException {
        int count = in.readInt();
        List<PlacedFile> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            files.add(new PlacedFile(in.readInt(), in.readLong(), RunFile.readFrom(in)));
        }
        return files;
    }

    /** Describes files to another process. */
    public static void writeAll(List<PlacedFile> files, DataOutput out) throws IOException {
        out.writeInt(files.size());
        for (PlacedFile each : files) {
            out.writeInt(each.task);
            out.writeLong(each.sequence);
            each.file.writeTo(out);
        }
    }
}
