package io.millrace.engine.shuffle.combine;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.run.RunSet;
import io.millrace.engine.shuffle.combine.CombinedOutput.InMemory;
import io.millrace.engine.shuffle.combine.CombinedOutput.OnDisk;
import io.millrace.engine.shuffle.combine.CombinedOutput.Part;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.Tally;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of a combiner or of a partial reducer, as run sets. Owns them until they are taken.
 * Used by one thread.
 */
public final class CombinedParts implements Closeable {

    private final int partitions;
    private final Tally tally;
    private final long[] bytes;
    private final List<RunSet> sets = new ArrayList<>();

    public CombinedParts(int partitions) {
        this.partitions = partitions;
        this.tally = new Tally(partitions);
        this.bytes = new long[partitions];
    }

    /**
     * Adds all parts of an output.
     *
     * @param task map task of the run sets
     * @param firstSequence sequence of the first run set
     * @param rounds how often these records were merged and partially reduced
     */
    public void addAll(
            CombinedOutput output, int task, long firstSequence, int rounds, MemoryAccount memory)
            throws InterruptedException {
        for (Part part = output.next(); part != null; part = output.next()) {
            long sequence = firstSequence + sets.size();
            if (part instanceof InMemory resident) {
                add(resident.chunk(), task, sequence, rounds, memory);
            } else if (part instanceof OnDisk disk) {
                sets.add(new RunSet(task, sequence, disk.file()));
                tally.add(disk.tally());
                long records = disk.file().records();
                for (int each = 0; each < partitions && records > 0; each++) {
                    bytes[each] += disk.file().bytes() * disk.file().records(each) / records;
                }
            }
        }
    }

    private void add(Chunk chunk, int task, long sequence, int rounds, MemoryAccount memory)
            throws InterruptedException {
        try {
            chunk.shrink(memory);
        } catch (Throwable e) {
            chunk.close();
            throw e;
        }
        sets.add(new RunSet(task, sequence, rounds, chunk));
        tally.add(chunk.tally());
        for (int each = 0; each < partitions; each++) {
            bytes[each] += chunk.bytesOf(each);
        }
    }

    /** Records that were made. */
    public Tally tally() {
        return tally;
    }

    /** Memory, or space on disk, that a partition's records take, about. */
    public long bytes(int partition) {
        return bytes[partition];
    }

    public List<RunSet> sets() {
        return List.copyOf(sets);
    }

    /** Hands the run sets on. */
    public void taken() {
        sets.clear();
    }

    /** Gives back what was not taken. */
    @Override
    public void close() {
        sets.forEach(RunSet::close);
        sets.clear();
    }
}
