package io.millrace.engine.shuffle;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
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

    /** Publishes the output of an attempt of another process; its files are handed over. */
    void publish(SealedOutput output);

    /**
     * Says that no further output will be published. Called once, before the first {@link
     * #openPartition}.
     */
    void endMaps();

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
     * The files with published records of a partition, in merge order, lent to a reduce attempt in
     * another process. All map attempts must have been such too.
     */
    List<PlacedFile> files(int partition);

    /** How much was published for a partition. */
    OutputStatistics statistics(int partition);

    /** Gives back everything: memory and files. What is still open must not be used afterwards. */
    @Override
    void close();
}
