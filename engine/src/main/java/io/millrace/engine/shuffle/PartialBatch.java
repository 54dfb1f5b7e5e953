package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.CombinedOutput.Part;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Committed map outputs that are merged and partially reduced together, partition after partition.
 * Nothing waits for it, and it waits for no memory: what finds no room goes to a file. Used by one
 * thread.
 */
public final class PartialBatch implements Closeable {

    private final ShuffleContext context;
    private final SpillArea area;
    private final List<RunSet> inputs;
    private final long inputBytes;
    private final Replacement replacement;
    private final Consumer<List<RunSet>> release;
    private final Tally in;
    private final Tally out;
    private long outputBytes;
    private int done;
    private boolean closed;

    /** Puts run sets in the place of others. */
    @FunctionalInterface
    interface Replacement {

        /**
         * Replaces the partitions below {@code below}.
         *
         * @return false if it is too late
         */
        boolean of(List<RunSet> inputs, int below, List<RunSet> by);
    }

    /**
     * @param inputs in merge order, pinned
     * @param inputBytes memory that they take
     * @param release unpins them
     */
    PartialBatch(
            ShuffleContext context,
            SpillArea area,
            List<RunSet> inputs,
            long inputBytes,
            Replacement replacement,
            Consumer<List<RunSet>> release) {
        this.context = context;
        this.area = area;
        this.inputs = inputs;
        this.inputBytes = inputBytes;
        this.replacement = replacement;
        this.release = release;
        this.in = new Tally(context.partitions());
        this.out = new Tally(context.partitions());
    }

    /** Run sets that go in. */
    public int inputs() {
        return inputs.size();
    }

    /** Records that went in, of the partitions that were reduced. */
    public OutputStatistics in() {
        return in.total();
    }

    /** Memory of what went in; 0 unless all of its partitions were reduced. */
    public long bytesIn() {
        return done == context.partitions() ? inputBytes : 0;
    }

    /** Memory, or space on disk, of what came out. */
    public long bytesOut() {
        return outputBytes;
    }

    /** Records that came out. */
    public OutputStatistics out() {
        return out.total();
    }

    /**
     * Reduces one partition after the other for as long as it {@code goesOn}, and publishes what
     * came out in the place of what went in.
     *
     * @return whether it was published; false if map tasks have ended meanwhile
     * @throws PartialReduceException if the reducer changes or drops a key
     */
    public boolean reduce(AttemptGuard guard, Combiner reducer, BooleanSupplier goesOn)
            throws IOException, InterruptedException {
        String who = guard.attempt().toString();
        try (CombinedOutput output =
                CombinedOutput.of(
                        context, area, who, to -> reduceAll(guard, reducer, goesOn, to))) {
            guard.check();
            return publish(output);
        }
    }

    private void reduceAll(
            AttemptGuard guard, Combiner reducer, BooleanSupplier goesOn, ChunkWriter to)
            throws IOException, InterruptedException {
        KeyOrder order = context.keyOrders().get();
        KeyOrder emittedOrder = context.keyOrders().get();
        while (done < context.partitions() && (done == 0 || goesOn.getAsBoolean())) {
            guard.check();
            reduceOne(done, guard, order, emittedOrder, reducer, to);
            done++;
        }
    }

    private void reduceOne(
            int partition,
            AttemptGuard guard,
            KeyOrder order,
            KeyOrder emittedOrder,
            Combiner reducer,
            ChunkWriter to)
            throws IOException, InterruptedException {
        List<RecordCursor> runs = new ArrayList<>(inputs.size());
        for (RunSet set : inputs) {
            Run run = set.run(partition);
            if (run != null) {
                runs.add(run.open(order, null));
            }
        }
        if (runs.isEmpty()) {
            return;
        }
        KeptKeys keys = new KeptKeys(partition, order, emittedOrder, in);
        try (RecordCursor merged = PartitionMerge.merged(runs, order, guard)) {
            reducer.combineRun(partition, keys.before(merged), keys.after(to));
        }
        keys.checkComplete();
    }

    private boolean publish(CombinedOutput output) throws IOException, InterruptedException {
        MemoryAccount memory = context.account(MemoryUse.MAP_OUTPUT);
        RunSet first = inputs.get(0);
        int rounds = first.rounds() + 1;
        long sequence = first.sequence();
        List<RunSet> made = new ArrayList<>();
        boolean published = false;
        try {
            for (Part part = output.next(); part != null; part = output.next()) {
                if (part instanceof InMemory resident) {
                    out.add(resident.chunk().tally());
                    RunSet set = shrunk(resident.chunk(), first.task(), sequence++, rounds, memory);
                    outputBytes += set.spillableBytes();
                    made.add(set);
                } else if (part instanceof OnDisk disk) {
                    out.add(disk.tally());
                    outputBytes += disk.file().bytes();
                    made.add(new RunSet(first.task(), sequence++, disk.file()));
                }
            }
            published = replacement.of(inputs, done, made);
            return published;
        } finally {
            if (!published) {
                made.forEach(RunSet::close);
            }
        }
    }

    private static RunSet shrunk(
            Chunk chunk, int task, long sequence, int rounds, MemoryAccount memory)
            throws InterruptedException {
        try {
            chunk.shrink(memory);
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
        return new RunSet(task, sequence, rounds, chunk);
    }

    /** Lets go of what went in. May be called twice. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release.accept(inputs);
        }
    }
}
