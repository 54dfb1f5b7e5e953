package io.millrace.hadoop.task;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InProcessUmbilical;
import org.apache.hadoop.mapred.TaskStatus;
import org.jspecify.annotations.Nullable;

/** Passes the reports of a stock task on to its attempt's status. Thread-safe. */
final class StockUmbilical extends InProcessUmbilical {

    private final AttemptStatus status;
    private volatile @Nullable Counters counters;

    StockUmbilical(AttemptStatus status) {
        this.status = status;
    }

    @Override
    protected void statusReported(TaskStatus reported) {
        status.progress(reported.getProgress());
        status.text(reported.getStateString());
        counters = reported.getCounters();
    }

    /** Adds the task's counters to the attempt's. Call once, when the task has ended. */
    void takeCounters() {
        ended();
        Counters last = counters;
        if (last != null) {
            status.counters().incrAllCounters(last);
        }
    }
}
