package io.millrace.engine.shuffle.remote;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.combine.CombinedOutput;
import io.millrace.engine.shuffle.combine.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.combine.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.combine.CombinedOutput.Part;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.spill.RunFile;
import io.millrace.engine.spill.RunFileWriter;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.Cancellation;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The output of a map attempt for a single partition, which arrived in key order from elsewhere.
 * Its records are in memory, and in a file from the point where memory ran out. The holder
 * publishes or closes it. Used by one thread at a time.
 */
public final class ReceivedOutput implements Closeable {

    private static final int PARTITION = 0;

    private final int task;
    private final Publication publication;
    private final List<RunSet> sets = new ArrayList<>();
    private final Tally tally = new Tally(1);

    /** Takes ownership of run sets, which readers see from then on. */
    @FunctionalInterface
    public interface Publication {
        void of(List<RunSet> sets, Tally records);
    }

    private ReceivedOutput(int task, Publication publication) {
        this.task = task;
        this.publication = publication;
    }

    /**
     * Reads all records.
     *
     * @param sorted the records in key order; lent
     * @param toDisk whether they are too many for memory
     */
    public static ReceivedOutput of(
            ShuffleContext context,
            SpillArea area,
            int task,
            RecordCursor sorted,
            boolean toDisk,
            Publication publication)
            throws IOException, InterruptedException {
        ReceivedOutput received = new ReceivedOutput(task, publication);
        boolean whole = false;
        try {
            if (toDisk) {
                received.write(context, area, sorted);
            } else {
                received.keep(context, area, sorted);
            }
            whole = true;
            return received;
        } finally {
            if (!whole) {
                received.close();
            }
        }
    }

    private String name() {
        return "map-" + task;
    }

    private void keep(ShuffleContext context, SpillArea area, RecordCursor sorted)
            throws IOException, InterruptedException {
        MemoryAccount memory = context.account(MemoryUse.MAP_OUTPUT);
        try (CombinedOutput output =
                CombinedOutput.of(context, area, name(), to -> copy(sorted, to))) {
            for (Part part = output.next(); part != null; part = output.next()) {
                if (part instanceof InMemory resident) {
                    sets.add(new RunSet(task, sets.size(), shrunk(resident.chunk(), memory)));
                } else if (part instanceof OnDisk disk) {
                    sets.add(new RunSet(task, sets.size(), disk.file()));
                }
            }
        }
    }

    private void copy(RecordCursor from, ChunkWriter to) throws IOException, InterruptedException {
        Cancellation cancellation = Cancellation.here();
        while (from.next()) {
            cancellation.record();
            tally.add(PARTITION, from.keyLength(), from.valueLength());
            to.append(
                    PARTITION,
                    from.keyBytes(),
                    from.keyOffset(),
                    from.keyLength(),
                    from.valueBytes(),
                    from.valueOffset(),
                    from.valueLength());
        }
    }

    private static Chunk shrunk(Chunk chunk, MemoryAccount memory) throws InterruptedException {
        try {
            chunk.shrink(memory);
            return chunk;
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
    }

    private void write(ShuffleContext context, SpillArea area, RecordCursor sorted)
            throws IOException {
        // Not a buffer of the budget: the wait for the next record may be long.
        byte[] buffer = new byte[context.memory().diskBufferBytes()];
        try (RunFileWriter writer = new RunFileWriter(area, name(), context.partitions(), buffer)) {
            while (sorted.next()) {
                tally.add(PARTITION, sorted.keyLength(), sorted.valueLength());
                writer.write(
                        PARTITION,
                        sorted.keyBytes(),
                        sorted.keyOffset(),
                        sorted.keyLength(),
                        sorted.valueBytes(),
                        sorted.valueOffset(),
                        sorted.valueLength());
            }
            RunFile file = writer.finish();
            sets.add(new RunSet(task, 0, file));
        }
    }

    /** Records that were received. */
    public long records() {
        return tally.total().records();
    }

    /** Makes the records a part of the partition; the shuffle owns them from then on. */
    public void publish() {
        List<RunSet> published = List.copyOf(sets);
        sets.clear();
        publication.of(published, tally);
    }

    /** Gives back records that were not published. May be called twice. */
    @Override
    public void close() {
        sets.forEach(RunSet::close);
        sets.clear();
    }
}
