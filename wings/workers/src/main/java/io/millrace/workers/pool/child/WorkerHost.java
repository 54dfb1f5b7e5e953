package io.millrace.workers.pool.child;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.remote.WorkerEngine;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.hadoop.scope.AttemptPrints;
import io.millrace.workers.fork.child.AttemptHost;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.pool.PartitionRanges;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;
import org.apache.hadoop.mapred.Counters;
import org.jspecify.annotations.Nullable;

/**
 * A worker: map output goes to the owners of its partitions, and reduce input is here.
 *
 * @param exchange null for a job without reducers
 */
record WorkerHost(
        WorkerEngine engine,
        @Nullable OutputExchange exchange,
        PartitionRanges ranges,
        WorkerPlace place,
        RoundCounts counts)
        implements AttemptHost {

    @Override
    public SealedOutput map(MapAttempt attempt, AttemptGuard guard, Order.Run order)
            throws Exception {
        return engine.map(attempt, guard, output -> deliver(output, guard, order.receivers()));
    }

    private BlockDelivery deliver(MapOutput output, AttemptGuard guard, BitSet receivers) {
        return BlockDelivery.begin(
                Objects.requireNonNull(exchange), ranges, guard.attempt(), receivers, output);
    }

    @Override
    public SealedOutput reduce(
            ReduceAttempt attempt, AttemptGuard guard, Order.Run order, Counters counters)
            throws Exception {
        SealedOutput none = engine.reduce(attempt, guard);
        counts.addTo(counters, guard.attempt().task());
        return none;
    }

    @Override
    public ForeignWork takeWork() {
        return engine.takeWork();
    }

    @Override
    public AttemptPrints printsOf(Order.Run order) throws IOException {
        return new AttemptPrints(place.logs(order.logs()));
    }
}
