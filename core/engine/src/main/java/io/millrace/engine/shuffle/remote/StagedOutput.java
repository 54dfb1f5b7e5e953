package io.millrace.engine.shuffle.remote;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.run.RunStore;
import io.millrace.engine.stream.Tally;
import java.util.List;

/**
 * The output of a map attempt elsewhere, while it is open whether the attempt counts. Its runs are
 * spilled when memory is needed. The holder publishes or closes it. Thread-safe.
 */
public final class StagedOutput implements AutoCloseable {

    private final RunStore store;
    private final Tally records;
    private final ReceivedOutput.Publication publication;

    @GuardedBy("this")
    private List<RunSet> sets;

    /**
     * @param store has the run sets
     * @param sets owned by this from now on
     */
    public StagedOutput(
            RunStore store,
            List<RunSet> sets,
            Tally records,
            ReceivedOutput.Publication publication) {
        this.store = store;
        this.sets = sets;
        this.records = records;
        this.publication = publication;
    }

    /** Makes it visible to reduce attempts. */
    public synchronized void publish() {
        publication.of(sets, records);
        sets = List.of();
    }

    /** Gives back everything that was not published. May be called twice. */
    @Override
    public synchronized void close() {
        sets.forEach(store::close);
        sets = List.of();
    }
}
