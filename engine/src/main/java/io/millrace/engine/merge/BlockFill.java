package io.millrace.engine.merge;

import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.Uninterruptibly;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Fills one block from a cursor, once, on whichever thread comes first: one of a pool, or the one
 * that wants the block. Fills of one cursor follow each other, each made when the one before has
 * ended.
 */
final class BlockFill implements Runnable {

    private final RecordCursor source;
    private final RecordBlock block;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Whether the cursor stands at a record that no block has yet. */
    private boolean pending;

    private boolean last;
    private final float progressBefore;
    private float progressAfter;
    private @Nullable Throwable failure;

    private BlockFill(
            RecordCursor source, RecordBlock block, boolean pending, float progressBefore) {
        this.source = source;
        this.block = block;
        this.pending = pending;
        this.progressBefore = progressBefore;
    }

    /** An ended fill of nothing, before the first. */
    static BlockFill none(RecordCursor source) {
        BlockFill none = new BlockFill(source, new RecordBlock(), false, 0);
        none.drop();
        return none;
    }

    /** The fill that follows this ended one. */
    BlockFill next(RecordBlock free) {
        return new BlockFill(source, free, pending, progressAfter);
    }

    @Override
    public void run() {
        if (begun.compareAndSet(false, true)) {
            try {
                fill();
            } catch (Throwable e) {
                failure = e;
            } finally {
                ended.countDown();
            }
        }
    }

    private void fill() throws IOException {
        block.clear();
        while (pending || source.next()) {
            pending = !block.add(source);
            if (pending) {
                progressAfter = source.progress();
                return;
            }
        }
        progressAfter = 1;
        last = true;
    }

    /** Fills the block if nobody has begun to, else waits for it; throws what stopped it. */
    void await() throws IOException {
        run();
        Uninterruptibly.await(ended);
        Throwable cause = failure;
        if (cause instanceof IOException e) {
            throw e;
        }
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
    }

    /** Sees to it that the cursor is not used any more by this fill. */
    void drop() {
        if (begun.compareAndSet(false, true)) {
            ended.countDown();
        } else {
            Uninterruptibly.await(ended);
        }
    }

    RecordBlock block() {
        return block;
    }

    /** Whether no record follows those of the block. */
    boolean isLast() {
        return last;
    }

    /**
     * Share of the cursor's records that have been read with those of the block up to {@code
     * record}, 0 to 1; -1 for none of the block.
     */
    float progress(int record) {
        return progressBefore + (progressAfter - progressBefore) * block.shareUpTo(record);
    }
}
