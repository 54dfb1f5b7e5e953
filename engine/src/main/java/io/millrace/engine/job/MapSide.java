package io.millrace.engine.job;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Stretch;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The engine's part of a map attempt, whoever calls its mapper: a sink for its records, their
 * sealing, and what its time went to. Used by the attempt's thread, but for {@link #output}, which
 * any may ask.
 */
final class MapSide {

    private final @Nullable Shuffle shuffle;
    private final AttemptGuard guard;
    private final Trace trace;
    private final String who;

    /** Volatile: another thread reads it when it abandons the attempt. */
    private volatile @Nullable MapOutput output;

    private @Nullable Loop loop;

    /**
     * @param shuffle null for a job without reducers
     */
    MapSide(@Nullable Shuffle shuffle, AttemptGuard guard, Trace trace) {
        this.shuffle = shuffle;
        this.guard = guard;
        this.trace = trace;
        this.who = guard.attempt().toString();
    }

    /** Runs the mapper and seals what it wrote. */
    void run(MapAttempt attempt, AfterUserCode after) throws Exception {
        RecordSink sink = begin(attempt.combiner());
        try {
            attempt.run(sink);
            stop();
        } catch (Throwable e) {
            fail();
            throw e;
        }
        after.leave();
        finish();
    }

    /**
     * Waits for memory, then begins the loop over the records.
     *
     * @return where they go; null for a job without reducers
     */
    @Nullable RecordSink begin(@Nullable Combiner combiner)
            throws IOException, InterruptedException {
        MapOutput opened = null;
        if (shuffle != null) {
            Stretch waiting = trace.begin(Phase.WAIT, who);
            opened = shuffle.openMapOutput(guard, combiner);
            output = opened;
            waiting.end(0, 0);
        }
        loop = trace.beginLoop(Phase.MAP, who, guard.mark());
        return opened == null ? null : opened.sink();
    }

    /** Says that the mapper has ended; what it emitted is known only once that is sealed. */
    void stop() {
        if (loop != null) {
            loop.stop();
        }
    }

    /** Says that it has failed. */
    void fail() {
        endLoop(OutputStatistics.NONE);
    }

    /** Seals what was written. */
    void finish() throws IOException, InterruptedException {
        MapOutput opened = output;
        if (opened != null) {
            opened.finish();
        }
        endLoop(statistics());
    }

    private void endLoop(OutputStatistics made) {
        if (loop != null) {
            loop.end(made.records(), made.bytes());
            loop = null;
        }
    }

    /** What was sealed, and how it is published or given back; null before it was opened. */
    @Nullable MapOutput output() {
        return output;
    }

    /** How much was sealed. */
    OutputStatistics statistics() {
        MapOutput opened = output;
        return opened == null ? OutputStatistics.NONE : opened.statistics();
    }
}
