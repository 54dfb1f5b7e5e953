package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a combiner makes of one sorted chunk, in the order of emission, or what spills are merged
 * to: chunks while there is memory for them, and then a file. A combiner is called once for each
 * run, so its output is never thrown away to begin again, and a thread that holds a chunk does not
 * wait for memory that others may only give back after it. Used by one thread at a time.
 */
final class CombinedOutput implements ChunkConsumer, Closeable {

    /** A piece of the output that is complete. */
    sealed interface Part {}

    /** Records in memory, in the order of emission. */
    record InMemory(Chunk chunk) implements Part {}

    /** Records on disk. */
    record OnDisk(RunFile file, Tally tally) implements Part {}

    private final ShuffleContext context;
    private final MemoryAccount memory;
    private final SpillArea area;
    private final String who;
    private final Deque<Part> parts = new ArrayDeque<>();
    private @Nullable RunFileWriter file;
    private Tally fileTally = new Tally(0);

    /** Whether memory ran out: from then on everything goes to the file. */
    private boolean noRoom;

    private CombinedOutput(ShuffleContext context, SpillArea area, String who) {
        this.context = context;
        this.memory = context.account(MemoryUse.MAP_OUTPUT);
        this.area = area;
        this.who = who;
    }

    /** Emits all records of an output. */
    @FunctionalInterface
    interface Filling {
        void to(ChunkWriter out) throws IOException, InterruptedException;
    }

    /**
     * What is emitted, complete; the caller closes it.
     *
     * @param who the attempt, for files
     */
    static CombinedOutput of(ShuffleContext context, SpillArea area, String who, Filling filling)
            throws IOException, InterruptedException {
        CombinedOutput output = new CombinedOutput(context, area, who);
        boolean done = false;
        try (ChunkWriter writer =
                new ChunkWriter(
                        output.memory,
                        context.plan().value(EngineKeys.SLAB_KIND),
                        context.partitions(),
                        context.keyOrders().get(),
                        Math.toIntExact(context.plan().value(EngineKeys.SORT_SPLIT)),
                        output,
                        output.takeChunkSlabs())) {
            filling.to(writer);
            writer.finish();
            output.finishFile();
            done = true;
        } finally {
            if (!done) {
                output.close();
            }
        }
        return output;
    }

    @Override
    public void accept(Chunk chunk) throws IOException {
        try {
            finishFile();
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
        parts.add(new InMemory(chunk));
    }

    @Override
    public int maxRecords() {
        return context.maxChunkRecords();
    }

    @Override
    public List<Slab> takeChunkSlabs() throws InterruptedException {
        List<Slab> slabs =
                noRoom
                        ? List.of()
                        : memory.tryTake(
                                context.plan().value(EngineKeys.SLAB_KIND), 2, memory.slabBytes());
        noRoom = slabs.isEmpty();
        return slabs;
    }

    @Override
    public void acceptLarge(
            int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException {
        RunFileWriter open = file;
        if (open == null) {
            // Not one of the budget's buffers, which are for those who give them back soon: what
            // comes between two records is the job's own code.
            byte[] buffer = new byte[memory.diskBufferBytes()];
            open = new RunFileWriter(area, who, context.partitions(), buffer);
            file = open;
            fileTally = new Tally(context.partitions());
        }
        open.write(partition, record, offset, keyLength, record, offset + keyLength, valueLength);
        fileTally.add(partition, keyLength, valueLength);
    }

    private void finishFile() throws IOException {
        RunFileWriter open = file;
        if (open != null) {
            file = null;
            try (open) {
                parts.add(new OnDisk(open.finish(), fileTally));
            }
        }
    }

    /** The next part, handed on; null if there is none. */
    @Nullable Part next() {
        return parts.poll();
    }

    /** Gives back what is left. */
    @Override
    public void close() throws IOException {
        RunFileWriter open = file;
        file = null;
        for (Part part = next(); part != null; part = next()) {
            if (part instanceof InMemory resident) {
                resident.chunk.close();
            } else if (part instanceof OnDisk disk) {
                disk.file.close();
            }
        }
        if (open != null) {
            open.close();
        }
    }
}
