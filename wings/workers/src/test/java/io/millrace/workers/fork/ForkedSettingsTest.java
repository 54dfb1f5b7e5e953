package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job whose tasks run in forked JVMs may ask for. */
@Sampled(oneIn = 2)
final class ForkedSettingsTest {

    private static final String GROUP = "Millrace Partial Reduce";

    @Test
    void aPartOfHadoopsDataPathIsRefused() throws Exception {
        Trial trial = trial("plug-in");
        Job job = WordCounts.newJob(trial.jobRun(), 1);
        String key = "mapreduce.job.map.output.collector.class";
        job.getConfiguration().set(key, "org.example.Collector");
        job.getConfiguration().set("millrace.task.isolation", "process");
        Trial.End end = trial.finish(job);
        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.failure()).contains(key, "millrace.task.isolation is process");
    }

    /** Its numbers are the keys, too. */
    static final class Numbers
            extends org.apache.hadoop.mapreduce.Mapper<
                    IntWritable, LongWritable, LongWritable, LongWritable> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws java.io.IOException, InterruptedException {
            context.write(number, number);
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                LongSumReducer.class,
                org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer.class
            })
    void tasksDoWithoutAPartialReducer(Class<?> reducer) throws Exception {
        Trial trial = trial("partial-reduce");
        Job job = trial.jobRun().newJob("partial reduce");
        SyntheticInput.set(job.getConfiguration(), 2, 3000);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Numbers.class);
        job.setReducerClass(org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer.class);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(LongWritable.class);
        job.getConfiguration().set("millrace.task.isolation", "process");
        PartialReduce.set(job, reducer);
        Trial.End end = trial.finish(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        assertThat(end.counter(GROUP, "Input records")).isZero();
    }

    private static Trial trial(String name) {
        return Trial.over(name, Workspace.directory("no-input"), EngineSetup.PLAIN);
    }
}
