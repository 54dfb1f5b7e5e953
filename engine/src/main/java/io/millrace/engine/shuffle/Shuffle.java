package io.millrace.engine.shuffle;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The records of one job on their way from map to reduce attempts. Thread-safe; each {@link
 * MapOutput} and each cursor is one attempt's.
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
     * Publishes the output of an attempt that ran elsewhere; its runs are handed over, and what is
     * in slabs goes to disk, as output of this process does, when somebody needs the memory.
     *
     * @throws IllegalStateException if equal keys are to come in Hadoop's order, which goes by what
     *     one process knows of each map output
     */
    void publish(SealedOutput output);

    /**
     * Says that no further output will be published, by map attempts or by partial reduce. Called
     * once, before the first {@link #openPartition}.
     */
    void endMaps();

    /**
     * What is published, in memory as records, and not in a batch.
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
     * The same for an attempt with a combiner for what it merges on the way, which is null if it
     * has none; where equal keys come in the order of emission, it is not called.
     */
    PartitionInput openPartition(AttemptGuard guard, @Nullable Combiner combiner)
            throws IOException, InterruptedException;

    /**
     * The published records of a partition for a reduce attempt that runs elsewhere and merges them
     * itself. Output of this process that lies in memory is written to a file for it, for which
     * this waits until there is memory. The caller closes it.
     *
     * @throws IllegalStateException as {@link #publish} does
     */
    LentPartition lend(AttemptGuard guard) throws IOException, InterruptedException;

    /** How much was published for a partition. */
    OutputStatistics statistics(int partition);

    /** Gives back everything: memory and files. What is still open must not be used afterwards. */
    @Override
    void close();
}
