package io.millrace.engine.shuffle.remote;

import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Tally;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Writes run sets in the form that {@link SealedOutput#readFrom} reads.
 *
 * @param compressed whether to compress records in memory; those on disk go as they are
 */
public record RunSending(
        ShuffleContext context, RunStore store, SpillArea area, boolean compressed) {

    /**
     * Writes the runs of the partitions from {@code first} to {@code end}, exclusively.
     *
     * @param records the counts that go with them
     */
    public void write(List<RunSet> sets, int first, int end, Tally records, DataOutput out)
            throws IOException {
        byte[] buffer = new byte[context.memory().diskBufferBytes()];
        out.writeInt(sets.size());
        for (RunSet set : sets) {
            set.pin(); // one at a time: the others can be spilled
            try {
                out.writeInt(set.task());
                out.writeLong(set.sequence());
                set.writeRuns(first, end, area, compressed, buffer, out);
            } finally {
                set.unpin();
                store.unpinned();
            }
        }
        records.writeTo(out);
        out.writeLong(0); // the sender counts its own spills
    }
}
