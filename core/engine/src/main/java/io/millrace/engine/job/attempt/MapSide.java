package io.millrace.engine.job.attempt;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.output.OutputDelivery;
import io.millrace.engine.shuffle.output.OutputDelivery.Delivery;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.Loop;
import io.millrace.engine.trace.OpenSpan;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The engine's part of a map attempt, whether its mapper is called here or elsewhere: a sink for
 * its records, their sealing, and time by phase. Used by the attempt's thread, except for {@link
 * #output}, which any thread may call.
 */
public final class MapSide {

    private final @Nullable Shuffle shuffle;
    private final @Nullable OutputDelivery deliveries;
    private final AttemptGuard guard;
    private final Trace trace;
    private final String who;

    /** Volatile: another thread reads it when it abandons the attempt. */
    private volatile @Nullable MapOutput output;

    private @Nullable Loop loop;

    /** Null before the output was opened, and if it stays in this process. */
    private @Nullable Delivery delivery;

    /**
     * @param shuffle null for a job without reducers
     */
    public MapSide(@Nullable Shuffle shuffle, AttemptGuard guard, Trace trace) {
        this(shuffle, null, guard, trace);
    }

    /**
     * @param deliveries null if the output stays in this process
     */
    public MapSide(
            @Nullable Shuffle shuffle,
            @Nullable OutputDelivery deliveries,
            AttemptGuard guard,
            Trace trace) {
        this.shuffle = shuffle;
        this.deliveries = deliveries;
        this.guard = guard;
        this.trace = trace;
        this.who = guard.attempt().toString();
    }

    /** Runs the mapper and seals its output. */
    public void run(MapAttempt attempt, AfterUserCode after) throws Exception {
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
        MapOutput sealed = output;
        if (sealed != null && attempt.ordersByItself()) {
            sealed.mergeRuns();
        }
    }

    /**
     * Waits for memory, then begins the loop over the records.
     *
     * @return the sink for records; null for a job without reducers
     */
    public @Nullable RecordSink begin(@Nullable Combiner combiner)
            throws IOException, InterruptedException {
        MapOutput opened = null;
        if (shuffle != null) {
            OpenSpan waiting = trace.begin(Phase.WAIT, who);
            opened = shuffle.openMapOutput(guard, combiner);
            output = opened;
            delivery = deliveries == null ? null : deliveries.begin(opened);
            waiting.end(0, 0);
        }
        loop = trace.beginLoop(Phase.MAP, who, guard.mark());
        return opened == null ? null : opened.sink();
    }

    /** Records that the mapper has ended. The size of its output is known only after sealing. */
    public void stop() {
        if (loop != null) {
            loop.stop();
        }
    }

    /** Records that the mapper has failed. */
    public void fail() {
        endLoop(OutputStatistics.NONE);
    }

    /** Seals the output. */
    public void finish() throws IOException, InterruptedException {
        MapOutput opened = output;
        if (opened != null) {
            opened.finish();
        }
        endLoop(statistics());
    }

    /** Delivers the sealed output, if there is one. */
    public void deliver() throws IOException, InterruptedException {
        Delivery begun = delivery;
        if (begun != null) {
            OpenSpan sending = trace.begin(Phase.SEND, who);
            begun.complete();
            sending.end(0, 0);
        }
    }

    /** Ends a delivery, whether it is complete or not. */
    public void endDelivery() {
        Delivery begun = delivery;
        if (begun != null) {
            begun.close();
        }
    }

    private void endLoop(OutputStatistics made) {
        if (loop != null) {
            loop.end(made.records(), made.bytes());
            loop = null;
        }
    }

    /** The output, which is published or given back; null before it was opened. */
    public @Nullable MapOutput output() {
        return output;
    }

    /** The size of the sealed output. */
    public OutputStatistics statistics() {
        MapOutput opened = output;
        return opened == null ? OutputStatistics.NONE : opened.statistics();
    }
}
