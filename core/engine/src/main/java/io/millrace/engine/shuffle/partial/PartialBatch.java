package io.millrace.engine.shuffle.partial;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedParts;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.partial.KeptKeys.Incoming;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.task.AttemptGuard;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Committed map outputs that are merged and partially reduced together, partition after partition.
 * Nothing waits for it, and it waits for no memory: what finds no room goes to a file. Several
 * threads may reduce different partitions at once; one closes it after that.
 */
public final class PartialBatch implements Closeable {

    /** Most coded runs that are read at once, each with its buffer. */
    private static final int MOST_CODED = 64;

    /** Fewer are not allowed, however little memory there is. */
    private static final int LEAST_CODED = 8;

    /** Their buffers take at most this fraction of the memory: one divided by it. */
    private static final int BUFFERS = 32;

    private final ShuffleContext context;
    private final SpillArea area;
    private final List<RunSet> inputs;
    private final long bytes;
    private final UsefulWork work;
    private final Replacement replacement;
    private final Consumer<List<RunSet>> release;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private boolean closed;

    /** Puts run sets in the place of others. */
    @FunctionalInterface
    public interface Replacement {

        /**
         * Replaces some partitions.
         *
         * @return false if it is too late
         */
        boolean of(List<RunSet> inputs, BitSet partitions, List<RunSet> by);
    }

    /**
     * @param inputs in merge order, pinned
     * @param bytes memory that they take
     * @param release unpins them
     */
    public PartialBatch(
            ShuffleContext context,
            List<RunSet> inputs,
            long bytes,
            UsefulWork work,
            Replacement replacement,
            Consumer<List<RunSet>> release) {
        this.context = context;
        this.area = context.area();
        this.inputs = inputs;
        this.bytes = bytes;
        this.work = work;
        this.replacement = replacement;
        this.release = release;
    }

    /** How many of the run sets of a batch may be coded. */
    public static int mostCoded(MemoryBudget memory) {
        long fit = memory.maxBytes() / BUFFERS / memory.diskBufferBytes();
        return (int) Math.max(LEAST_CODED, Math.min(fit, MOST_CODED));
    }

    /** Memory that the run sets take. */
    public long bytes() {
        return bytes;
    }

    /**
     * The outcome for some partitions.
     *
     * @param next the first partition that was not reached
     * @param records number of those that went in
     * @param published false if map tasks have ended meanwhile
     */
    public record Progress(int next, long records, boolean published) {}

    /**
     * Reduces the partitions from {@code from} to {@code to}, without those for which it does not
     * pay, for as long as it {@code goesOn}, and publishes what came out in the place of what went
     * in.
     *
     * @throws PartialReduceException if the reducer changes or drops a key
     */
    public Progress reduce(
            AttemptGuard guard, Combiner reducer, int from, int to, BooleanSupplier goesOn)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (ReadBuffers buffers = new ReadBuffers(context.account(MemoryUse.MERGE))) {
            Slice slice = new Slice(guard, reducer, from, buffers);
            return reduce(slice, to, goesOn, start);
        }
    }

    private Progress reduce(Slice slice, int to, BooleanSupplier goesOn, long start)
            throws IOException, InterruptedException {
        AttemptGuard guard = slice.guard;
        try (CombinedOutput output =
                        CombinedOutput.of(
                                context,
                                area,
                                guard.attempt().toString(),
                                out -> slice.reduceAll(to, goesOn, out));
                CombinedParts made = new CombinedParts(context.partitions())) {
            guard.check();
            boolean published = publish(slice, output, made, start);
            return new Progress(slice.next, slice.records(), published);
        }
    }

    private boolean publish(Slice slice, CombinedOutput output, CombinedParts made, long startNanos)
            throws InterruptedException {
        RunSet first = inputs.get(0);
        made.addAll(
                output,
                first.task(),
                first.sequence(),
                first.rounds() + 1,
                context.account(MemoryUse.MAP_OUTPUT));
        long[] before = new long[context.partitions()];
        slice.done.stream().forEach(each -> before[each] = bytesOf(each));
        if (!replacement.of(inputs, slice.done, made.sets())) {
            return false;
        }
        made.taken();
        slice.done.stream()
                .forEach(each ->
                        work.add(
                                stage(),
                                each,
                                slice.in[each],
                                made.tally().of(each).records(),
                                before[each],
                                made.bytes(each)));
        work.addTime(
                stage(),
                LongStream.of(before).sum(),
                slice.done.stream().mapToLong(made::bytes).sum(),
                System.nanoTime() - startNanos);
        return true;
    }

    private ReduceStage stage() {
        return ReduceStage.after(inputs.get(0).rounds());
    }

    private long bytesOf(int partition) {
        return inputs.stream().mapToLong(set -> set.bytesOf(partition)).sum();
    }

    /** Lets go of what went in. May be called twice. */
    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        release.accept(inputs);
    }

    /** Some partitions, reduced by one thread. */
    private final class Slice {

        private final AttemptGuard guard;
        private final Combiner reducer;
        private final KeyOrder order = context.keyOrders().get();
        private final KeyOrder emittedOrder = context.keyOrders().get();
        private final long[] in = new long[context.partitions()];
        private final BitSet done = new BitSet();
        private final ReadBuffers buffers;
        private int next;

        Slice(AttemptGuard guard, Combiner reducer, int from, ReadBuffers buffers) {
            this.guard = guard;
            this.reducer = reducer;
            this.next = from;
            this.buffers = buffers;
        }

        long records() {
            return LongStream.of(in).sum();
        }

        void reduceAll(int to, BooleanSupplier goesOn, ChunkWriter out)
                throws IOException, InterruptedException {
            while (next < to && (done.isEmpty() || goesOn.getAsBoolean())) {
                guard.check();
                List<Run> runs = work.pays(stage(), next) ? runsOf(next) : List.of();
                if (!runs.isEmpty()) {
                    reduceNext(runs, out);
                    done.set(next);
                }
                next++;
            }
        }

        private List<Run> runsOf(int partition) {
            List<Run> runs = new ArrayList<>(inputs.size());
            for (RunSet set : inputs) {
                Run run = set.run(partition);
                if (run != null) {
                    runs.add(run);
                }
            }
            return runs;
        }

        private void reduceNext(List<Run> runs, ChunkWriter out)
                throws IOException, InterruptedException {
            RecordCursor merged = PartitionMerge.merged(open(runs), order, guard);
            try (Incoming incoming = new Incoming(merged, order, guard.mark())) {
                KeptKeys keys = KeptKeys.of(incoming, emittedOrder);
                reducer.combineRun(next, incoming, keys.after(out));
                checkEnd(incoming);
                keys.checkComplete();
                in[next] = incoming.records();
            }
        }

        private List<RecordCursor> open(List<Run> runs) throws IOException, InterruptedException {
            List<RecordCursor> cursors = new ArrayList<>(runs.size());
            int coded = 0;
            for (Run run : runs) {
                cursors.add(run.open(order, run.isCoded() ? buffers.get(coded++) : null));
            }
            return cursors;
        }

        /** Keys that were not read are not expected to come out, and would be lost. */
        private void checkEnd(Incoming incoming) throws IOException {
            if (incoming.next()) {
                throw new PartialReduceException(
                        "the partial reducer did not read all keys that it was given");
            }
        }
    }
}
