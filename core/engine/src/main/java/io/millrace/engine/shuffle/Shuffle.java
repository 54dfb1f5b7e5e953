package io.millrace.engine.shuffle;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.partial.PartialBatch;
import io.millrace.engine.shuffle.partial.UsefulWork;
import io.millrace.engine.shuffle.partial.WaitingRuns;
import io.millrace.engine.shuffle.remote.LentPartition;
import io.millrace.engine.shuffle.remote.ReceivedOutput;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The records of one job on their way from map to reduce attempts. Thread-safe; each {@link
 * MapOutput} and each cursor belongs to one attempt.
 */
public interface Shuffle extends Closeable {

    /**
     * Opens the output of a map attempt. Waits until there is memory for it.
     *
     * @param combiner the job's combiner, working for this attempt, or null
     * @throws InterruptedException if the attempt was cancelled while it waited
     */
    MapOutput openMapOutput(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException;

    /**
     * Takes ownership of the output of an attempt that ran elsewhere. Runs in slabs are spilled
     * when memory is needed, like output of this process.
     *
     * @return the output, which the caller publishes or closes
     * @throws IllegalStateException if equal keys come in Hadoop's order, which needs data about
     *     each map output that only its process has
     */
    StagedOutput stage(SealedOutput output);

    /** Publishes the output of an attempt that ran elsewhere, as {@link #stage} takes it. */
    default void publish(SealedOutput output) {
        stage(output).publish();
    }

    /**
     * Reads the output of a map attempt that ran elsewhere, of a job with a single partition. Waits
     * for no memory: if there is none, the rest of the records goes to disk.
     *
     * @param sorted the records in key order; lent
     * @param toDisk whether they are too many for memory
     * @return the output, which the caller publishes or closes
     */
    ReceivedOutput receive(int task, RecordCursor sorted, boolean toDisk)
            throws IOException, InterruptedException;

    /**
     * Merges published run sets in memory into one on disk, whose equal keys may come before those
     * of an earlier map task. Called by one thread at a time. A partial reduce keeps its run sets,
     * unless map tasks have ended.
     *
     * @param keepBytes memory that run sets may still take afterwards
     * @return the number of records written
     */
    long moveToDisk(AttemptGuard guard, long keepBytes) throws IOException, InterruptedException;

    /**
     * Says that no further output will be published, by map attempts or by partial reduce. Called
     * once, before the first {@link #openPartition}.
     */
    void endMaps();

    /** The work of the job's partial reducer so far. */
    UsefulWork usefulWork();

    /**
     * Counts published run sets that are in memory as records and not in a batch.
     *
     * @param rounds how often the records were partially reduced
     */
    WaitingRuns waiting(int rounds);

    /**
     * Takes published run sets in memory for a round of partial reduce; null if there are fewer
     * than two, or map tasks have ended. The caller closes it.
     *
     * @param rounds how often the records were partially reduced
     * @param mostBytes memory that the run sets take, unless two take more
     */
    @Nullable PartialBatch openBatch(int rounds, long mostBytes);

    /**
     * The published records of a partition, in key order. Waits until there is memory to read them.
     * May be called again, for instance for a second attempt. The caller closes it.
     */
    default PartitionInput openPartition(AttemptGuard guard)
            throws IOException, InterruptedException {
        return openPartition(guard, null);
    }

    /**
     * Like {@link #openPartition(AttemptGuard)}, with a combiner for the merge, or null. The
     * combiner is not called if equal keys come in the order of emission.
     */
    PartitionInput openPartition(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException;

    /**
     * The published records of a partition for a reduce attempt that runs elsewhere and merges them
     * itself. Records in the memory of this process are written to a file first; this waits until
     * there is memory for that. The caller closes the result.
     *
     * @throws IllegalStateException as for {@link #stage}
     */
    LentPartition lend(AttemptGuard guard) throws IOException, InterruptedException;

    /** Records and bytes published for a partition. */
    OutputStatistics statistics(int partition);

    /** Gives back all memory and files. Open inputs and outputs must not be used afterwards. */
    @Override
    void close();
}
