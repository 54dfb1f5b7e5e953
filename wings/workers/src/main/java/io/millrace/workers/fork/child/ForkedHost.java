package io.millrace.workers.fork.child;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.hadoop.scope.AttemptPrints;
import io.millrace.workers.fork.wire.Order;
import org.apache.hadoop.mapred.Counters;
import org.jspecify.annotations.Nullable;

/** A JVM with one slot: map output becomes files, files become reduce input. */
record ForkedHost(AttemptEngine engine) implements AttemptHost {

    @Override
    public SealedOutput map(MapAttempt attempt, AttemptGuard guard, Order.Run order)
            throws Exception {
        return engine.map(attempt, guard, order.input().directories());
    }

    @Override
    public SealedOutput reduce(
            ReduceAttempt attempt, AttemptGuard guard, Order.Run order, Counters counters)
            throws Exception {
        return engine.reduce(attempt, guard, order.input());
    }

    @Override
    public ForeignWork takeWork() {
        return engine.takeWork();
    }

    @Override
    public @Nullable AttemptPrints printsOf(Order.Run order) {
        return null;
    }
}
