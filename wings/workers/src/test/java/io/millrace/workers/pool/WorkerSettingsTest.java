package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.hadoop.task.TaskAttempts;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** What a job with workers may ask for. */
class WorkerSettingsTest {

    private static JobConf conf(String key, String value) {
        JobConf conf = new JobConf();
        conf.setInt("millrace.workers", 3);
        conf.set(key, value);
        return conf;
    }

    @Test
    void aProcessForEachSlotIsRefused() {
        assertThatThrownBy(() -> TaskAttempts.check(conf("millrace.task.isolation", "process")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("millrace.workers is 3")
                .hasMessageContaining("millrace.task.isolation is process");
    }

    @Test
    void hadoopsOrderIsRefused() {
        assertThatThrownBy(() -> TaskAttempts.check(conf("millrace.sort.ties", "hadoop")))
                .hasMessageContaining("millrace.workers is 3, and millrace.sort.ties is hadoop");
    }

    @Test
    void aPartOfHadoopsDataPathIsRefused() {
        assertThatThrownBy(() ->
                        TaskAttempts.check(
                                conf(
                                        "mapreduce.job.map.output.collector.class",
                                        "org.example.Collector")))
                .hasMessageContaining("millrace.workers is 3")
                .hasMessageContaining("mapreduce.job.map.output.collector.class");
    }

    @Test
    void workersShareTheHeapUnlessTheJobSetsIt() {
        assertThat(WorkerOptions.of(conf("a", "b"), 3))
                .anyMatch(option -> option.matches("-Xmx\\d+m"));
        assertThat(WorkerOptions.of(conf("mapreduce.map.java.opts", "-Xmx200m"), 3))
                .noneMatch(option -> option.startsWith("-Xm"));
    }
}
