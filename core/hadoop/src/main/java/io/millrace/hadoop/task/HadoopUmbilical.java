package io.millrace.hadoop.task;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InProcessUmbilical;
import org.apache.hadoop.mapred.TaskStatus;
import org.jspecify.annotations.Nullable;

/** Passes the reports of a task of Hadoop's on to its attempt's status. Thread-safe. */
final class HadoopUmbilical extends InProcessUmbilical {

    private final AttemptStatus status;
    private volatile @Nullable Counters counters;

    HadoopUmbilical(AttemptStatus status) {
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
