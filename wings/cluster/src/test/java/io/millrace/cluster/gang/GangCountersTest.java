package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.junit.jupiter.api.Test;

final class GangCountersTest {

    private static final String MINE = "mine";

    private final Counters ofTask = new Counters();
    private final GangCounters counters = new GangCounters();

    @Test
    void whatOnlyAFailedAttemptHasCountedIsNotInTheSums() {
        Counters running = new Counters();
        running.findCounter(MINE, "of all").setValue(7);
        running.findCounter(MINE, "of the failed one").setValue(3);
        counters.copy(running, task());
        assertThat(value(MINE, "of the failed one")).isEqualTo(3);

        Counters ended = new Counters();
        ended.findCounter(MINE, "of all").setValue(5);
        counters.copy(ended, task());
        assertThat(value(MINE, "of all")).isEqualTo(5);
        assertThat(value(MINE, "of the failed one")).isZero();
    }

    @Test
    void whatTheGangsTaskCountsItselfStays() {
        String tasks = JobCounter.class.getName();
        ofTask.findCounter(tasks, "TOTAL_LAUNCHED_MAPS").setValue(2);
        ofTask.findCounter(TaskCounter.CPU_MILLISECONDS).setValue(11);
        Counters job = new Counters();
        job.findCounter(tasks, "TOTAL_LAUNCHED_MAPS").setValue(99);
        job.findCounter(TaskCounter.CPU_MILLISECONDS).setValue(99);
        job.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(42);
        counters.copy(job, task());
        counters.copy(new Counters(), task());
        assertThat(value(tasks, "TOTAL_LAUNCHED_MAPS")).isEqualTo(2);
        assertThat(ofTask.findCounter(TaskCounter.CPU_MILLISECONDS).getValue()).isEqualTo(11);
        assertThat(ofTask.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isZero();
    }

    private long value(String group, String name) {
        return ofTask.findCounter(group, name).getValue();
    }

    private TaskInputOutputContext<?, ?, ?, ?> task() {
        return new MapContextImpl<>(
                new Configuration(), new TaskAttemptID(), null, null, null, new Reporter(), null);
    }

    /** Hadoop's task counts into these. */
    private final class Reporter extends StatusReporter {

        @Override
        public Counter getCounter(Enum<?> name) {
            return ofTask.findCounter(name);
        }

        @Override
        public Counter getCounter(String group, String name) {
            return ofTask.findCounter(group, name);
        }

        @Override
        public void progress() {}

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void setStatus(String status) {}
    }
}
