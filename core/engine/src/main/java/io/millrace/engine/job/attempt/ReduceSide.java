package io.millrace.engine.job.attempt;

import io.millrace.engine.job.attempt.ReduceAttempt.ReduceInput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.input.PartitionInput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The engine's part of a reduce attempt: its merged records, and time by phase. Its life:
 *
 * <pre>
 *      NEW
 *       | run
 *    OPENING    waits until there is memory to read the partition
 *       |
 *    READING    the reducer reads the merged records
 *       |
 *      READ     spilledRecords; run has given everything back
 *
 *   and from each of them: close -> CLOSED
 * </pre>
 *
 * <p>The attempt's thread calls {@link #run} once, and {@link #close}, also twice, after a failure.
 * {@link #abandon} belongs to no state: any thread calls it for an attempt whose thread does not
 * stop; {@code close} follows if the thread ever returns.
 */
public final class ReduceSide {

    private final Shuffle shuffle;
    private final AttemptGuard guard;
    private final Trace trace;
    private final String who;

    /** Volatile: another thread reads it when it abandons the attempt. */
    private volatile @Nullable PartitionInput input;

    private volatile long spilledRecords;
    private volatile State state = State.NEW;

    private enum State {
        NEW,
        OPENING,
        READING,
        READ,
        CLOSED
    }

    public ReduceSide(Shuffle shuffle, AttemptGuard guard, Trace trace) {
        this.shuffle = shuffle;
        this.guard = guard;
        this.trace = trace;
        this.who = guard.attempt().toString();
    }

    /**
     * Runs the reducer over its partition.
     *
     * @param statistics the number and size of its records
     */
    public void run(ReduceAttempt attempt, OutputStatistics statistics, AfterUserCode after)
            throws Exception {
        if (state != State.NEW) {
            throw new IllegalStateException("a reduce attempt runs once, and it is " + state);
        }
        state = State.OPENING;
        OpenSpan waiting = trace.begin(Phase.SHUFFLE_WAIT, who);
        PartitionInput opened = shuffle.openPartition(guard, attempt.mergeCombiner());
        input = opened;
        waiting.end(statistics.records(), statistics.bytes());
        state = State.READING;
        Loop loop = trace.beginLoop(Phase.REDUCE, who, guard.mark());
        try {
            MarkedCursor records = new MarkedCursor(opened.records(), guard.mark());
            attempt.run(new ReduceInput(records, statistics, groups -> trace.grouped(who, groups)));
        } finally {
            loop.end(statistics.records(), statistics.bytes());
        }
        after.leave();
        spilledRecords = opened.spilledRecords();
        opened.close();
        state = State.READ;
    }

    /** Records that were read from disk, or spilled during the merge. */
    public long spilledRecords() {
        return spilledRecords;
    }

    /** Gives back the partition. May be called twice. */
    public void close() throws IOException {
        PartitionInput opened = input;
        if (opened != null) {
            opened.close();
        }
        state = State.CLOSED;
    }

    /** Gives back memory that the attempt only reads; from any thread. */
    public void abandon() throws IOException {
        PartitionInput opened = input;
        if (opened != null) {
            opened.abandon();
        }
    }
}
