package io.millrace.engine.shuffle.remote;

import io.millrace.engine.run.Place;
import io.millrace.engine.shuffle.context.Resources;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.RunSource;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs with their place in the map output of a job.
 *
 * @param task the map task that they come from
 * @param sequence grows with the order of emission among the runs of one attempt
 */
public record PlacedRuns(int task, long sequence, RunSource runs) implements Closeable {

    /** Reads what {@link #writeAll} wrote. */
    public static List<PlacedRuns> readAll(DataInput in, RunIntake intake) throws IOException {
        int count = in.readInt();
        List<PlacedRuns> read = new ArrayList<>(count);
        try {
            while (read.size() < count) {
                int task = in.readInt();
                long sequence = in.readLong();
                read.add(new PlacedRuns(task, sequence, RunSource.readFrom(in, intake)));
            }
            return read;
        } finally {
            if (read.size() < count) {
                closeAll(read);
            }
        }
    }

    /** Writes descriptions of runs for another process. */
    public static void writeAll(List<PlacedRuns> all, DataOutput out) throws IOException {
        out.writeInt(all.size());
        for (PlacedRuns each : all) {
            out.writeInt(each.task);
            out.writeLong(each.sequence);
            each.runs.writeTo(out);
        }
    }

    /** Closes all runs, even if one fails. May be called twice. */
    public static void closeAll(List<PlacedRuns> all) throws IOException {
        Resources resources = new Resources();
        all.forEach(resources::add);
        resources.close();
    }

    public Place place() {
        return new Place(task, sequence);
    }

    @Override
    public void close() throws IOException {
        runs.close();
    }
}
