package io.millrace.engine.job.remote;

import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.attempt.MapSide;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.Sampler;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The output of one map attempt in an {@link AttemptEngine}, record by record: write to {@link
 * #sink}, {@link #finish}, then {@link #seal} it for another process or {@link #publish} it for
 * this one. Used by the attempt's thread.
 */
public final class AttemptCollector implements Closeable {

    private final EngineParts parts;
    private final Sampler sampler;
    private final Shuffle shuffle;
    private final MapSide side;
    private @Nullable RecordSink sink;

    AttemptCollector(
            EngineParts parts, Sampler sampler, AttemptGuard guard, List<Path> directories) {
        this.parts = parts;
        this.sampler = sampler;
        this.shuffle = AttemptEngine.openShuffle(parts, directories);
        this.side = new MapSide(shuffle, guard, parts.trace());
        sampler.add(parts.trace());
    }

    static AttemptCollector open(
            EngineParts parts,
            Sampler sampler,
            AttemptGuard guard,
            @Nullable Combiner combiner,
            List<Path> directories)
            throws IOException, InterruptedException {
        AttemptCollector collector = new AttemptCollector(parts, sampler, guard, directories);
        boolean begun = false;
        try {
            collector.sink = collector.side.begin(combiner);
            begun = true;
            return collector;
        } finally {
            if (!begun) {
                collector.close();
            }
        }
    }

    MapSide side() {
        return side;
    }

    /** The sink for the attempt's records. */
    public RecordSink sink() {
        return Objects.requireNonNull(sink);
    }

    /** Combines and sorts all records, so that nothing is pending. */
    public void finish() throws IOException, InterruptedException {
        side.stop();
        side.finish();
    }

    /**
     * Moves the finished output to files, in the attempt's directories.
     *
     * @return the output, which the caller owns
     */
    public SealedOutput seal() throws IOException, InterruptedException {
        return Objects.requireNonNull(side.output()).seal();
    }

    /**
     * Makes the finished output readable here, partition by partition. Called instead of {@link
     * #seal}.
     */
    public void publish() {
        Objects.requireNonNull(side.output()).publish();
        shuffle.endMaps();
    }

    /**
     * The published records of a partition, in key order. Waits until there is memory to read them.
     * The caller closes it.
     */
    public PartitionInput open(int partition) throws IOException, InterruptedException {
        return shuffle.openPartition(
                new AttemptGuard(new AttemptId(TaskKind.REDUCE, partition, 0)));
    }

    /** Records written to disk so far, counted each time they were written. */
    public long spilledRecords() {
        return Objects.requireNonNull(side.output()).spilledRecords();
    }

    /** Gives back everything that was not sealed. */
    @Override
    public void close() {
        MapOutput opened = side.output();
        if (opened != null) {
            opened.close();
        }
        side.fail();
        shuffle.close();
        sampler.remove(parts.trace());
    }
}
