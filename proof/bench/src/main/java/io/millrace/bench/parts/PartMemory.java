package io.millrace.bench.parts;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.collect.TableSink;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.merge.PartitionMerge;
import io.millrace.engine.record.Combiner.Accumulator;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.Run;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.ChunkForm;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Record memory, and chunks in it. */
@State(Scope.Thread)
public class PartMemory {

    private static final int SLAB = 1 << 20;
    private static final long MAX = 256L << 20;
    private static final int FULL_CHUNK = 8 << 20;

    private static final byte[] ONE = {0, 0, 0, 1};

    final MemoryBudget budget = new MemoryBudget(MAX, SLAB, 0);

    final MemoryAccount memory = budget.account(MemoryUse.MAP_OUTPUT, "bench");

    /** The order of texts. */
    static KeyOrder order(boolean fastPaths) {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(Text.class);
        conf.setBoolean(Rewrite.FAST_PATHS.name(), fastPaths);
        return KeyOrders.of(conf, KnownOrders.of(conf, JobFormats.in(conf::get)));
    }

    List<Slab> slabs(int count) throws InterruptedException {
        return memory.take(SlabKind.HEAP, count, budget.slabBytes());
    }

    /** A collector of one partition; {@code full} takes over its output. */
    ChunkWriter writer(KeyOrder order, List<Chunk> full) throws InterruptedException {
        ChunkForm form = new ChunkForm(SlabKind.HEAP, 1, order, FULL_CHUNK);
        return new ChunkWriter(memory, form, new Kept(full), slabs(2));
    }

    /** Chunks of the keys from {@code from} to {@code to}, each with the number one. */
    List<Chunk> chunks(byte[][] keys, int from, int to, KeyOrder order)
            throws IOException, InterruptedException {
        List<Chunk> chunks = new ArrayList<>();
        ChunkWriter writer = writer(order, chunks);
        for (int i = from; i < to; i++) {
            writer.append(0, keys[i], 0, keys[i].length, ONE, 0, ONE.length);
        }
        writer.finish();
        return chunks;
    }

    /** A table that adds up, or keeps values together, and writes to a collector. */
    TableSink table(@Nullable Accumulator accumulator, ChunkWriter writer)
            throws InterruptedException {
        return new TableSink(
                memory, slabs(TableSink.MIN_SLABS), accumulator, true, Long.MAX_VALUE, writer);
    }

    /** Adds sorted runs of the keys, as many and of about the same length. */
    void sort(byte[][] keys, int runs, KeyOrder order, List<RunSet> sets)
            throws IOException, InterruptedException {
        int length = Math.max(1, keys.length / runs);
        for (int from = 0; from < keys.length; from += length) {
            int to = Math.min(keys.length, from + length);
            for (Chunk chunk : chunks(keys, from, to, order)) {
                chunk.sort(order);
                sets.add(new RunSet(sets.size(), 0, chunk));
            }
        }
    }

    /** Merges runs of one partition, and returns the length of all keys. */
    long merged(List<RunSet> sets, KeyOrder order) throws IOException, InterruptedException {
        List<Run> runs = sets.stream().map(set -> set.run(0)).filter(Objects::nonNull).toList();
        SpillArea unused =
                new SpillArea(
                        List.of(Path.of(System.getProperty("java.io.tmpdir"))), SpillCoding.PLAIN);
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, 0));
        long bytes = 0;
        try (PartitionMerge merge = new PartitionMerge(order, List.of(), unused, guard, budget);
                RecordCursor merged = merge.open(runs, () -> {})) {
            while (merged.next()) {
                bytes += merged.keyLength();
            }
        }
        return bytes;
    }

    private final class Kept implements ChunkConsumer {

        private final List<Chunk> full;

        Kept(List<Chunk> full) {
            this.full = full;
        }

        @Override
        public void accept(Chunk chunk) {
            full.add(chunk);
        }

        @Override
        public int maxRecords() {
            return Integer.MAX_VALUE;
        }

        @Override
        public List<Slab> takeChunkSlabs() throws InterruptedException {
            return slabs(2);
        }

        @Override
        public void acceptLarge(
                int partition, byte[] record, int offset, int keyLength, int valueLength)
                throws IOException {
            throw new IOException("there is no memory left for a record");
        }
    }
}
