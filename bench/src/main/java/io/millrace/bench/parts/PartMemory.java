package io.millrace.bench.parts;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.registry.JobFormats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
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
        return new ChunkWriter(
                memory, SlabKind.HEAP, 1, order, FULL_CHUNK, new Kept(full), slabs(2));
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
