package io.millrace.engine.merge;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Another cursor's records, read some blocks ahead by other threads, so that merging and reducing
 * overlap. If no thread is free when a block is needed, the reader fills it itself: this cursor
 * waits only for a block that is being filled.
 *
 * <p>Read by one thread; closed by any.
 */
public final class AheadCursor extends ArrayCursor {

    /** Slabs of a cursor: enough that the reader rarely has to wake another thread. */
    public static final int SLABS = 8;

    private final RecordCursor source;
    private final AttemptGuard guard;
    private final BlockQueue queue;
    private RecordBlock block;

    /**
     * Begins to read.
     *
     * @param source owned by this cursor from now on
     * @param slabs at least two, on the heap; lent until no thread reads or closes this cursor
     * @param threads run the filling of blocks
     * @param guard a revoked attempt gets no further record
     */
    public AheadCursor(
            RecordCursor source, List<Slab> slabs, Executor threads, AttemptGuard guard) {
        this.source = source;
        this.guard = guard;
        List<RecordBlock> blocks = slabs.stream().map(RecordBlock::new).toList();
        this.block = blocks.get(0);
        this.queue =
                new BlockQueue(source, guard.attempt(), threads, blocks.subList(1, blocks.size()));
        queue.ask();
    }

    @Override
    public boolean next() throws IOException {
        guard.check();
        while (!block.next()) {
            moveOff();
            RecordBlock filled = queue.exchange(block);
            if (filled == null) {
                return false;
            }
            block = filled;
            queue.ask();
        }
        moveTo(
                block.keyBytes(),
                block.keyOffset(),
                block.keyLength(),
                block.valueOffset(),
                block.valueLength());
        return true;
    }

    @Override
    public boolean sameKey() {
        return block.sameKey();
    }

    @Override
    public long prefix() {
        return block.prefix();
    }

    @Override
    public float progress() {
        return block.progress();
    }

    @Override
    public void close() throws IOException {
        queue.close();
        source.close();
    }
}
