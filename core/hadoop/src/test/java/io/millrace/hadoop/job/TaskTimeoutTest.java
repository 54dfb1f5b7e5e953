package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** The rules of Hadoop's {@code TaskHeartbeatHandler}. */
class TaskTimeoutTest {

    private final JobConf conf = new JobConf(false);

    @Test
    void whereNobodySaysSomethingElseItIsFiveMinutesCheckedTwiceAMinute() {
        assertThat(TaskTimeout.of(conf)).isEqualTo(new TaskTimeout(300_000, 3_000, 30_000));
    }

    @Test
    void aTimeoutIsNotShorterThanTwoReports() {
        conf.setLong("mapreduce.task.timeout", 1_000);
        conf.setLong("mapreduce.task.progress-report.interval", 3_000);
        assertThat(TaskTimeout.of(conf).millis()).isEqualTo(6_000);
    }

    @Test
    void noTimeoutIsNone() {
        conf.setLong("mapreduce.task.timeout", 0);
        conf.setLong("mapreduce.task.progress-report.interval", 3_000);
        assertThat(TaskTimeout.of(conf).millis()).isZero();
    }
}
