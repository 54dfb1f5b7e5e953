package io.millrace.engine.job.remote;

import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.partial.PartialBatch;
import io.millrace.engine.shuffle.partial.UsefulWork;
import io.millrace.engine.shuffle.partial.WaitingRuns;
import io.millrace.engine.shuffle.remote.ReceivedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.Sampler;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The input of one reduce attempt in an {@link AttemptEngine} whose job has a single partition. Map
 * outputs arrive from elsewhere, each in key order: {@link #receive} and publish them, {@link #end}
 * when all have come, then {@link #open} the merged records. Thread-safe.
 */
public final class AttemptInput implements Closeable {

    private final EngineParts parts;
    private final Sampler sampler;
    private final AttemptGuard guard;
    private final Shuffle shuffle;

    AttemptInput(EngineParts parts, Sampler sampler, AttemptGuard guard, List<Path> directories) {
        this.parts = parts;
        this.sampler = sampler;
        this.guard = guard;
        this.shuffle = AttemptEngine.openShuffle(parts, directories);
        sampler.add(parts.trace());
    }

    /**
     * Reads the output of a map attempt, on the calling thread. It waits for no memory: if there is
     * none, the rest of the records goes to disk.
     *
     * @param task the map task
     * @param sorted the records in key order; lent
     * @param toDisk whether they are too many for memory
     * @return the output, which the caller publishes or closes
     */
    public ReceivedOutput receive(int task, RecordCursor sorted, boolean toDisk)
            throws IOException, InterruptedException {
        return shuffle.receive(task, sorted, toDisk);
    }

    /** See {@link Shuffle#waiting}. */
    public WaitingRuns waiting(int rounds) {
        return shuffle.waiting(rounds);
    }

    /** See {@link Shuffle#openBatch}. */
    public @Nullable PartialBatch openBatch(int rounds, long mostBytes) {
        return shuffle.openBatch(rounds, mostBytes);
    }

    /** See {@link Shuffle#usefulWork}. */
    public UsefulWork usefulWork() {
        return shuffle.usefulWork();
    }

    /**
     * Merges published outputs in memory into one run on disk.
     *
     * @param keepBytes memory that outputs may still take afterwards
     * @return the number of records written
     */
    public long moveToDisk(long keepBytes) throws IOException, InterruptedException {
        return shuffle.moveToDisk(guard, keepBytes);
    }

    /** Says that all map outputs have been published; batches that are open come to nothing. */
    public void end() {
        shuffle.endMaps();
    }

    /** The published records, in key order, for the attempt's thread. The caller closes it. */
    public PartitionInput open() throws IOException, InterruptedException {
        return shuffle.openPartition(guard);
    }

    /** Record memory taken now, in bytes. */
    public long heldBytes() {
        return parts.memory().heldBytes();
    }

    /** The record memory of the engine in bytes. */
    public long maxBytes() {
        return parts.memory().maxBytes();
    }

    /** Gives back all records. The opened input must not be used afterwards. */
    @Override
    public void close() {
        shuffle.close();
        sampler.remove(parts.trace());
    }
}
