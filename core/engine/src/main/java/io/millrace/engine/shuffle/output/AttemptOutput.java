package io.millrace.engine.shuffle.output;

import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.stream.CuttableSink;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The output of one attempt: records pass its sinks and become chunks. Used by one thread at a
 * time, except for {@link #takeBlock} and {@link #abandon}.
 */
final class AttemptOutput implements MapOutput {

    private final AttemptGuard guard;
    private final ChunkedOutput chunks;
    private final ChunkOutlet outlet;
    private final RecordSink sink;
    private final List<CuttableSink> sinks;
    private final MapOutputOpener.Publication publication;

    /** Volatile: after the attempt's thread has sealed it, another one may publish or close it. */
    private volatile OutputState state = OutputState.OPEN;

    /**
     * An output that owns the sinks.
     *
     * @param sink takes the attempt's records
     * @param sinks in the order in which records pass them
     */
    AttemptOutput(
            AttemptGuard guard,
            ChunkedOutput chunks,
            ChunkOutlet outlet,
            RecordSink sink,
            List<CuttableSink> sinks,
            MapOutputOpener.Publication publication) {
        this.guard = guard;
        this.chunks = chunks;
        this.outlet = outlet;
        this.sink = sink;
        this.sinks = sinks;
        this.publication = publication;
    }

    @Override
    public RecordSink sink() {
        return sink;
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        guard.check();
        OutputState.OPEN.require(state, "finish");
        state = OutputState.SEALING;
        for (CuttableSink each : sinks) {
            each.finish();
        }
        chunks.finish();
        state = OutputState.SEALED;
    }

    /** Hadoop's order has merged its spills already. */
    @Override
    public void mergeRuns() throws IOException, InterruptedException {
        OutputState.SEALED.require(state, "merge its runs");
        if (!outlet.equalKeys().chunksAreSpills()) {
            outlet.kept().merge(guard);
        }
    }

    @Override
    public SealedOutput seal() throws IOException, InterruptedException {
        outlet.checkRunsMayLeave();
        OutputState.SEALED.require(state, "hand its runs over");
        List<PlacedRuns> runs = chunks.handOn();
        state = OutputState.HANDED_OVER;
        return new SealedOutput(runs, outlet.tally(), chunks.spilledRecords());
    }

    @Override
    public long writePart(int first, int end, boolean compressed, DataOutput out)
            throws IOException {
        outlet.checkRunsMayLeave();
        OutputState.SEALED.require(state, "write its runs");
        outlet.writeRuns(first, end, compressed, out);
        return outlet.tally().within(first, end).total().bytes();
    }

    @Override
    public void whenKept(LongConsumer listener) {
        outlet.kept().whenKept(listener);
    }

    @Override
    public @Nullable LeavingRuns takeBlock(long leastBytes) {
        outlet.checkRunsMayLeave();
        return outlet.kept().takeBlock(leastBytes);
    }

    @Override
    public void publish() {
        OutputState.SEALED.require(state, "publish");
        publication.publish(guard.attempt(), outlet.kept().snapshot(), outlet.tally());
        outlet.kept().forget();
        state = OutputState.PUBLISHED;
    }

    @Override
    public void close() {
        sinks.forEach(CuttableSink::close);
        chunks.close();
        state = OutputState.CLOSED;
    }

    @Override
    public void abandon() {
        chunks.closeSets();
    }

    @Override
    public Tally tally() {
        return outlet.tally();
    }

    @Override
    public long spilledRecords() {
        return chunks.spilledRecords();
    }
}
