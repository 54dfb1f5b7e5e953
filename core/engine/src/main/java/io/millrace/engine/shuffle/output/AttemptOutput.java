package io.millrace.engine.shuffle.output;

import io.millrace.engine.collect.TableSink;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The output of one attempt: records go through a table, if there is one, and a writer into chunks.
 */
final class AttemptOutput implements MapOutput {

    private final ShuffleContext context;
    private final AttemptGuard guard;
    private final ChunkedOutput chunks;
    private final ChunkWriter writer;
    private final RecordSink sink;
    private final @Nullable TableSink table;
    private final MapOutputOpener.Publication publication;

    /**
     * An output that owns the writer and the table.
     *
     * @param sink takes the attempt's records
     * @param table null if records go straight to the writer
     */
    AttemptOutput(
            ShuffleContext context,
            AttemptGuard guard,
            ChunkedOutput chunks,
            ChunkWriter writer,
            RecordSink sink,
            @Nullable TableSink table,
            MapOutputOpener.Publication publication) {
        this.context = context;
        this.guard = guard;
        this.chunks = chunks;
        this.writer = writer;
        this.sink = sink;
        this.table = table;
        this.publication = publication;
    }

    @Override
    public RecordSink sink() {
        return sink;
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        guard.check();
        if (table != null) {
            table.finish();
        }
        writer.finish();
        chunks.finish();
    }

    /** Hadoop's order has merged its spills already. */
    @Override
    public void mergeRuns() throws IOException, InterruptedException {
        if (context.hadoop() == null) {
            chunks.kept().merge(guard);
        }
    }

    @Override
    public SealedOutput seal() throws IOException, InterruptedException {
        context.checkRunsMayLeave();
        List<PlacedRuns> runs = chunks.handOn();
        return new SealedOutput(runs, chunks.tally(), chunks.spilledRecords());
    }

    @Override
    public long writePart(int first, int end, boolean compressed, DataOutput out)
            throws IOException {
        context.checkRunsMayLeave();
        chunks.writeRuns(first, end, compressed, out);
        return chunks.tally().within(first, end).total().bytes();
    }

    @Override
    public void whenKept(LongConsumer listener) {
        chunks.kept().whenKept(listener);
    }

    @Override
    public @Nullable LeavingRuns takeBlock(long leastBytes) {
        context.checkRunsMayLeave();
        return chunks.kept().takeBlock(leastBytes);
    }

    @Override
    public void publish() {
        publication.publish(guard.attempt(), chunks.kept().snapshot(), chunks.tally());
        chunks.kept().forget();
    }

    @Override
    public void close() {
        if (table != null) {
            table.close();
        }
        writer.close();
        chunks.close();
    }

    @Override
    public void abandon() {
        chunks.closeSets();
    }

    @Override
    public Tally tally() {
        return chunks.tally();
    }

    @Override
    public long spilledRecords() {
        return chunks.spilledRecords();
    }
}
