package io.millrace.workers.pool.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.output.OutputDelivery.Delivery;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.task.AttemptId;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.shuffle.OutputBlock;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.workers.pool.PartitionRanges;
import java.io.IOException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Sends the output of a map attempt to the workers that reduce it: sorted runs leave together as
 * soon as there are enough of them, and the rest when the output is sealed. A worker that is lost
 * meanwhile gets the whole output from another attempt.
 *
 * <p>A thread of its own sends blocks while the attempt runs, and starts with the first one. The
 * attempt's thread calls {@link #complete} and {@link #close}.
 */
final class BlockDelivery implements Delivery {

    private final OutputExchange exchange;
    private final PartitionRanges ranges;
    private final AttemptId attempt;
    private final BitSet receivers;
    private final MapOutput output;
    private final long blockBytes;

    /** Blocks that have left, or are under way. */
    @GuardedBy("this")
    private int blocks;

    /** Whether no further block begins before the last one. */
    @GuardedBy("this")
    private boolean ending;

    @GuardedBy("this")
    private @Nullable Thread sender;

    /** Why a block could not be sent; null if all could. */
    @GuardedBy("this")
    private @Nullable Throwable failure;

    private BlockDelivery(
            OutputExchange exchange,
            PartitionRanges ranges,
            AttemptId attempt,
            BitSet receivers,
            MapOutput output) {
        this.exchange = exchange;
        this.ranges = ranges;
        this.attempt = attempt;
        this.receivers = receivers;
        this.output = output;
        this.blockBytes = OutputBlock.leastBytes(receivers.cardinality());
    }

    /**
     * Begins with an output before its first record.
     *
     * @param receivers the workers that need it
     */
    static BlockDelivery begin(
            OutputExchange exchange,
            PartitionRanges ranges,
            AttemptId attempt,
            BitSet receivers,
            MapOutput output) {
        BlockDelivery begun = new BlockDelivery(exchange, ranges, attempt, receivers, output);
        if (exchange.isOverlapped()) {
            output.whenKept(begun::kept);
        }
        return begun;
    }

    private synchronized void kept(long bytes) {
        if (bytes < blockBytes || ending) {
            return;
        }
        if (sender == null) {
            sender = Threads.create("millrace-send-" + attempt, this::sendBlocks);
            sender.start();
        }
        notifyAll();
    }

    private void sendBlocks() {
        try {
            for (LeavingRuns block = next(); block != null; block = next()) {
                try (LeavingRuns leaving = block) {
                    exchange.deliver(
                            beginBlock(false),
                            receivers,
                            (worker, compressed, out) ->
                                    leaving.writePart(
                                            ranges.first(worker),
                                            ranges.end(worker),
                                            compressed,
                                            out));
                }
            }
        } catch (Throwable e) {
            fail(e);
        }
    }

    /** Waits for a block; null if none begins any more. */
    private synchronized @Nullable LeavingRuns next() throws InterruptedException {
        while (!ending) {
            LeavingRuns block = output.takeBlock(blockBytes);
            if (block != null) {
                return block;
            }
            wait();
        }
        return null;
    }

    private synchronized OutputBlock beginBlock(boolean last) {
        return new OutputBlock(attempt, blocks++, last);
    }

    private synchronized void fail(Throwable why) {
        failure = why;
        ending = true;
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        Thread running = end();
        if (running != null) {
            running.join();
        }
        throwFailure();
        exchange.deliver(
                beginBlock(true),
                receivers,
                (worker, compressed, out) ->
                        output.writePart(
                                ranges.first(worker), ranges.end(worker), compressed, out));
    }

    private synchronized @Nullable Thread end() {
        ending = true;
        notifyAll();
        return sender;
    }

    private synchronized void throwFailure() throws IOException {
        Throwable why = failure;
        if (why instanceof IOException cause) {
            throw cause;
        }
        if (why != null) {
            throw new IOException("map output could not be sent: " + why.getMessage(), why);
        }
    }

    @Override
    public void close() {
        Thread running = end();
        if (running != null) {
            running.interrupt();
            Threads.join(running);
        }
    }
}
