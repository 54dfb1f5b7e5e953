package io.millrace.engine.shuffle.output;

import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.remote.LeavingRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.OutputStatistics;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The output of one map attempt. Its life, with the calls that lead from state to state:
 *
 * <pre>
 *   openMapOutput
 *        |
 *       OPEN       sink: records come; takeBlock: runs leave
 *        | finish
 *     SEALING      the last chunks are sorted, combined and merged
 *        |
 *      SEALED      tally, statistics, mergeRuns, writePart
 *        |      \
 *        | publish \ seal
 *        |          \
 *    PUBLISHED    HANDED_OVER
 *
 *   and from each of them: close -> CLOSED
 * </pre>
 *
 * <p>A call in any other state is an {@link IllegalStateException}; {@code close} may be called in
 * each, also twice. One thread calls all of this, the attempt's, until the output is sealed; after
 * that any thread may call it, one at a time. After any failure, {@code close} follows. Three
 * methods belong to no state: {@link #whenKept} comes before the first record, {@link #takeBlock}
 * may be called from any thread and yields nothing once the output is being sealed, and {@link
 * #abandon} takes runs away from an attempt whose thread does not stop, in whatever state it is.
 *
 * <p>Behind this interface, each chunk goes one way, on a sort thread:
 *
 * <pre>
 *   sink -> [table] -> writer -> chunk -> sort -> [partial reducer] -> route -> outlet
 *
 *   route    StraightRoute, or CombiningRoute, which calls the combiner for whole spills
 *   outlet   delivers to shared streams, and keeps the rest as runs
 *   sort     as EqualKeys says: EmissionOrder or HadoopOrder
 * </pre>
 */
public interface MapOutput extends AutoCloseable {

    RecordSink sink();

    /** Seals the output: combined, sorted as far as the shuffle needs it, nothing pending. */
    void finish() throws IOException, InterruptedException;

    /** Merges the runs of the sealed output that have not been delivered into one. */
    void mergeRuns() throws IOException, InterruptedException;

    /**
     * Moves the sealed output to files and hands them over, for {@link Shuffle#publish} in another
     * process.
     */
    SealedOutput seal() throws IOException, InterruptedException;

    /**
     * Writes the sealed output's records of the partitions from {@code first} to {@code end},
     * exclusively, for {@link SealedOutput#readFrom} in another process. The output stays.
     *
     * @param compressed whether to compress records in memory; those on disk go as they are
     * @return bytes of the records
     */
    long writePart(int first, int end, boolean compressed, DataOutput out) throws IOException;

    /**
     * Has a listener told how many bytes of sorted runs have not left, each time that there are
     * more, on any thread. Called before the first record.
     */
    void whenKept(LongConsumer listener);

    /**
     * Takes the sorted runs so far, spilled or not, which the caller sends to another process. The
     * rest of the output, sealed later, has the counts of their records. May be called from any
     * thread.
     *
     * @return owned by the caller; null if there are fewer than {@code leastBytes}, or the output
     *     is sealed
     */
    @Nullable LeavingRuns takeBlock(long leastBytes);

    /** Makes the sealed output visible to reduce attempts, all at once. */
    void publish();

    /**
     * Gives back everything that was not published. May be called twice, and after {@link
     * #publish}.
     */
    @Override
    void close();

    /**
     * Gives back memory that the attempt's thread can no longer touch, for an attempt whose thread
     * does not stop. The thread keeps the memory that it may still write to, so that no other
     * attempt gets it; if the thread ever returns, it calls {@link #close}. May be called from any
     * thread.
     */
    void abandon();

    /** Records and bytes of the sealed output, by partition; valid after {@link #finish}. */
    Tally tally();

    /** Records and bytes of the sealed output; valid after {@link #finish}. */
    default OutputStatistics statistics() {
        return tally().total();
    }

    /** Records written to disk so far, counted each time they are written. */
    long spilledRecords();
}
