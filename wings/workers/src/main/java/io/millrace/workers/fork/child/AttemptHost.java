package io.millrace.workers.fork.child;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.hadoop.scope.AttemptPrints;
import io.millrace.workers.fork.wire.Order;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.jspecify.annotations.Nullable;

/** The engine of a JVM that runs attempts on orders. Used by the attempts' threads. */
public interface AttemptHost {

    /** Runs a map attempt up to its commit; the caller owns its output. */
    SealedOutput map(MapAttempt attempt, AttemptGuard guard, Order.Run order) throws Exception;

    /**
     * Runs a reduce attempt up to its commit.
     *
     * @param counters of the attempt
     */
    SealedOutput reduce(
            ReduceAttempt attempt, AttemptGuard guard, Order.Run order, Counters counters)
            throws Exception;

    /** The work since the last call, of the last attempt on the calling thread and of none. */
    ForeignWork takeWork();

    /** Also receives what an attempt prints; null if all output of the JVM goes there anyway. */
    @Nullable AttemptPrints printsOf(Order.Run order) throws IOException;
}
