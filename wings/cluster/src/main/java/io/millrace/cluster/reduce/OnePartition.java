package io.millrace.cluster.reduce;

import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.record.KeyOrder;
import io.millrace.hadoop.task.StockTask;
import org.jspecify.annotations.Nullable;

/** A job as one of its reduce tasks sees it: there is one partition, its own. Thread-safe. */
record OnePartition(StockTask task) implements JobRecords {

    @Override
    public String name() {
        return task.name();
    }

    @Override
    public int reduceTasks() {
        return 1;
    }

    @Override
    public KeyOrder newKeyOrder() {
        return task.newKeyOrder();
    }

    @Override
    public Runnable carry(Runnable work) {
        return task.carry(work);
    }

    @Override
    public byte @Nullable [] spillKey() {
        return task.spillKey();
    }
}
