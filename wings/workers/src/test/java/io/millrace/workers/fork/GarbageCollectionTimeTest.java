package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.NothingLeft;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes other than the job's count the time of their garbage collections. */
@ExtendWith(NothingLeft.class)
@Tag("jdk")
final class GarbageCollectionTimeTest {

    @TempDir Path directory;

    static final class Collecting extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context) {
            long before = millis();
            while (millis() == before) {
                System.gc();
            }
        }

        private static long millis() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                    .sum();
        }
    }

    @AfterEach
    void noneIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    @ParameterizedTest
    @CsvSource({"millrace.task.isolation, process", "millrace.workers, 2"})
    void collectionsInATaskAreCounted(String key, String value) throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.unset("millrace.task.isolation");
        conf.set(key, value);
        Job job = ForkedJobs.mapOnly(conf, directory, Collecting.class, "one");
        assertThat(job.waitForCompletion(false)).isTrue();
        TaskReport[] tasks = job.getTaskReports(TaskType.MAP);
        assertThat(tasks).hasSize(1);
        assertThat(tasks[0].getTaskCounters().findCounter(TaskCounter.GC_TIME_MILLIS).getValue())
                .isPositive();
    }
}
