package io.millrace.engine.shuffle;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.plan.CombineMode;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies the job's combiner to sorted chunks of one attempt, as Hadoop does to each spill. A
 * combiner is optional: where there is no memory for its output, or (unless told otherwise) where
 * it hardly reduces the records, the chunk stays as it is. Called on sort threads, several at once.
 */
final class ChunkCombiner {

    /** Below this share of records saved, combining is not worth its time. */
    private static final double MIN_REDUCTION = 0.1;

    private final AttemptGuard guard;
    private final Combiner combiner;
    private final ShuffleContext context;
    private volatile boolean worthwhile = true;

    ChunkCombiner(AttemptGuard guard, Combiner combiner, ShuffleContext context) {
        this.guard = guard;
        this.combiner = combiner;
        this.context = context;
    }

    /**
     * The combined records, sorted, in new chunks, or null if the chunk should be used as it is.
     */
    @Nullable List<Chunk> combine(Chunk sorted) throws IOException, InterruptedException {
        if (!worthwhile) {
            return null;
        }
        guard.check();
        KeyOrder prefixes = context.keyOrders().get();
        List<Slab> slabs = tryTakeTwo();
        if (slabs.isEmpty()) {
            return null;
        }
        Stretch combining = context.trace().begin(Phase.COMBINE, guard.attempt().toString());
        Output output = new Output();
        ChunkWriter writer =
                new ChunkWriter(
                        context.memory(),
                        context.plan().slabKind().value(),
                        context.partitions(),
                        prefixes,
                        context.plan().sortSplitBytes().value(),
                        output,
                        slabs);
        boolean done = false;
        try {
            int entry = 0;
            while (entry < sorted.entries()) {
                int partition = sorted.partition(entry);
                combiner.combineRun(partition, sorted.cursor(partition), writer);
                entry = sorted.firstEntry(partition + 1);
            }
            writer.finish();
            done = !output.noRoom;
        } catch (IOException | RuntimeException e) {
            // The user's combiner may have wrapped the exception that says so, or kept it to
            // itself.
            if (!output.noRoom) {
                throw e;
            }
        } finally {
            writer.discard();
            if (!done) {
                output.chunks.forEach(Chunk::close);
            }
        }
        combining.end(sorted.records(), sorted.bytes());
        if (!done) {
            return null;
        }
        long records = output.chunks.stream().mapToLong(Chunk::records).sum();
        if (context.plan().combine().value() == CombineMode.AUTO) {
            worthwhile = records <= (1 - MIN_REDUCTION) * sorted.records();
        }
        return output.chunks;
    }

    private List<Slab> tryTakeTwo() throws InterruptedException {
        return context.memory()
                .tryTake(context.plan().slabKind().value(), 2, context.memory().slabBytes());
    }

    /**
     * Collects the combined chunks until all are there: before that, the input may still be needed.
     */
    private final class Output implements ChunkConsumer {

        private final List<Chunk> chunks = new ArrayList<>();
        private boolean noRoom;

        @Override
        public void accept(Chunk chunk) {
            chunks.add(chunk);
        }

        @Override
        public int maxRecords() {
            return context.maxChunkRecords();
        }

        @Override
        public List<Slab> takeChunkSlabs() throws IOException, InterruptedException {
            List<Slab> slabs = tryTakeTwo();
            if (slabs.isEmpty()) {
                throw noRoom();
            }
            return slabs;
        }

        @Override
        public void acceptLarge(
                int partition, byte[] record, int offset, int keyLength, int valueLength)
                throws IOException {
            throw noRoom();
        }

        private IOException noRoom() {
            noRoom = true;
            return new IOException(
                    "no memory for what the combiner emits; its input is used as it is");
        }
    }
}
