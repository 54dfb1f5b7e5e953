package io.millrace.hadoop.job;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * When an attempt times out, by the rules of a cluster's application master.
 *
 * @param millis {@code mapreduce.task.timeout}, but at least two report intervals; 0 for no timeout
 * @param lookMillis interval at which signs of life are sampled, as a task of a cluster reports
 *     them
 * @param checkMillis interval at which attempts are checked
 */
record TaskTimeout(long millis, long lookMillis, long checkMillis) {

    private static final int REPORTS_PER_TIMEOUT = 100;
    private static final long SHORTEST_LOOK_MILLIS = 20;
    private static final int CHECK_MILLIS = 30_000;

    static TaskTimeout of(JobConf conf) {
        long asked =
                conf.getLong(MRJobConfig.TASK_TIMEOUT, MRJobConfig.DEFAULT_TASK_TIMEOUT_MILLIS);
        long report =
                conf.getLong(
                        MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, asked / REPORTS_PER_TIMEOUT);
        long check =
                Math.max(1, conf.getInt(MRJobConfig.TASK_TIMEOUT_CHECK_INTERVAL_MS, CHECK_MILLIS));
        return new TaskTimeout(
                asked <= 0 ? 0 : Math.max(asked, 2 * report),
                Math.max(SHORTEST_LOOK_MILLIS, Math.min(report, check)),
                check);
    }

    long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    long lookNanos() {
        return TimeUnit.MILLISECONDS.toNanos(lookMillis);
    }

    long checkNanos() {
        return TimeUnit.MILLISECONDS.toNanos(checkMillis);
    }
}
