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
 * Runs of a map attempt that leave while it still makes others. They can be spilled until they are
 * closed. Used by one thread at a time.
 */
public final class LeavingRuns implements AutoCloseable {

    /** The records are counted with the rest of the output, if the attempt ends well. */
    private static final Tally UNCOUNTED = new Tally(0);

    private final ShuffleContext context;
    private final RunStore store;
    private final SpillArea area;
    private final List<RunSet> sets;

    /** Owns {@code sets} from now on. */
    public LeavingRuns(ShuffleContext context, RunStore store, SpillArea area, List<RunSet> sets) {
        this.context = context;
        this.store = store;
        this.area = area;
        this.sets = sets;
    }

    /**
     * Writes the records of the partitions from {@code first} to {@code end}, exclusively, for
     * {@link SealedOutput#readFrom} in another process. The runs stay.
     *
     * @param compressed whether to compress records in memory; those on disk go as they are
     * @return bytes of the records in memory
     */
    public long writePart(int first, int end, boolean compressed, DataOutput out)
            throws IOException {
        long bytes = 0;
        for (RunSet set : sets) {
            for (int partition = first; partition < end; partition++) {
                bytes += set.bytesOf(partition);
            }
        }
        new RunSending(context, store, area, compressed).write(sets, first, end, UNCOUNTED, out);
        return bytes;
    }

    /** Gives back the runs. May be called twice. */
    @Override
    public void close() {
        sets.forEach(store::close);
    }
}
