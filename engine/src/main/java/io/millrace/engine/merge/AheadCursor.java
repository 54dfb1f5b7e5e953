package io.millrace.engine.merge;

import io.millrace.engine.record.ArrayCursor;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Another cursor's records, read by other threads a block ahead, so that merging and reducing go on
 * at once. If no thread is free when a block is wanted, the reader fills it itself: this cursor
 * never waits for anything but a block that is being filled.
 *
 * <p>Read by one thread; closed by any.
 */
public final class AheadCursor extends ArrayCursor {

    private final RecordCursor source;
    private final Executor threads;
    private final AttemptGuard guard;
    private BlockFill read;
    private BlockFill ahead;
    private int record = -1;

    /** Guarded by this. */
    private boolean closed;

    /**
     * Begins to read.
     *
     * @param source handed on
     * @param threads where blocks are filled
     * @param guard a revoked attempt is given no further record
     */
    public AheadCursor(RecordCursor source, Executor threads, AttemptGuard guard) {
        this.source = source;
        this.threads = threads;
        this.guard = guard;
        this.read = BlockFill.none(source);
        this.ahead = read.next(new RecordBlock());
        submit(ahead);
    }

    @Override
    public boolean next() throws IOException {
        guard.check();
        while (record + 1 >= read.block().count()) {
            if (read.isLast()) {
                return false;
            }
            turnOver();
        }
        record++;
        RecordBlock block = read.block();
        int keyAt = block.keyAt(record);
        int keyLength = block.keyLength(record);
        moveTo(block.bytes(), keyAt, keyLength, keyAt + keyLength, block.valueLength(record));
        return true;
    }

    /** Takes the block that was filled meanwhile, and has the one just read filled again. */
    private void turnOver() throws IOException {
        BlockFill filled = ahead;
        filled.await();
        synchronized (this) {
            if (closed) {
                throw new IOException(
                        "the records of attempt " + guard.attempt() + " were closed meanwhile");
            }
            RecordBlock free = read.block();
            read = filled;
            record = -1;
            if (!filled.isLast()) {
                ahead = filled.next(free);
            }
        }
        if (!filled.isLast()) {
            submit(ahead);
        }
    }

    private void submit(BlockFill fill) {
        try {
            threads.execute(fill);
        } catch (RejectedExecutionException e) {
            // The pool ends; whoever still reads fills its blocks itself.
        }
    }

    @Override
    public long prefix() {
        return read.block().prefix(record);
    }

    @Override
    public float progress() {
        return read.progress(record);
    }

    @Override
    public void close() throws IOException {
        BlockFill last;
        synchronized (this) {
            closed = true;
            last = ahead;
        }
        last.drop();
        source.close();
    }
}
