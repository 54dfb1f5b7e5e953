package io.millrace.engine.shuffle.combine;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.ChunkForm;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The combiner's output for one sorted chunk, in the order of emission, or the merged records of
 * spills: chunks while there is memory for them, then a file. A combiner is called once for each
 * run, so its output is never discarded and repeated. A thread that holds a chunk never waits for
 * memory that others may give back only after it has returned the chunk. Used by one thread at a
 * time.
 */
public final class CombinedOutput implements ChunkConsumer, Closeable {

    /** A complete piece of the output. */
    public sealed interface Part {}

    /** Records in memory, in the order of emission. */
    public record InMemory(Chunk chunk) implements Part {}

    /** Records on disk. */
    public record OnDisk(RunFile file, Tally tally) implements Part {}

    private final ShuffleContext context;
    private final MemoryAccount memory;
    private final SpillArea area;
    private final String who;
    private final Deque<Part> parts = new ArrayDeque<>();
    private @Nullable RunFileWriter file;
    private Tally fileTally = new Tally(0);

    /** Whether memory ran out: from then on all records go to the file. */
    private boolean noRoom;

    private CombinedOutput(ShuffleContext context, SpillArea area, String who) {
        this.context = context;
        this.memory = context.account(MemoryUse.MAP_OUTPUT);
        this.area = area;
        this.who = who;
    }

    /** Emits all records of an output. */
    @FunctionalInterface
    public interface Filling {
        void to(ChunkWriter out) throws IOException, InterruptedException;
    }

    /**
     * The complete output of {@code filling}; the caller closes it.
     *
     * @param who the attempt, for file names
     */
    public static CombinedOutput of(
            ShuffleContext context, SpillArea area, String who, Filling filling)
            throws IOException, InterruptedException {
        CombinedOutput output = new CombinedOutput(context, area, who);
        boolean done = false;
        try (ChunkWriter writer =
                new ChunkWriter(
                        output.memory,
                        new ChunkForm(
                                context.plan().value(EngineKeys.SLAB_KIND),
                                context.partitions(),
                                context.keyOrders().get(),
                                Math.toIntExact(context.plan().value(EngineKeys.SORT_SPLIT))),
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
            // Not a buffer of the budget, whose borrowers must return it soon: between two records,
            // the job's own code runs.
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

    /** The next part, which the caller owns; null at the end. */
    public @Nullable Part next() {
        return parts.poll();
    }

    /** Gives back the remaining parts. */
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
