package io.millrace.cluster.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.MillraceShuffle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * A job that Hadoop's local runner has run.
 *
 * @param output text by file name
 */
record LocalJob(boolean successful, Map<String, String> output, Counters counters) {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final int POLL_MILLIS = 20;

    /** Runs a job with Hadoop's own merge. */
    static LocalJob stock(Path work, Path input, Consumer<JobConf> settings) throws IOException {
        return run(work, input, settings);
    }

    /** Runs a job with the plug-in, which must not decline. */
    static LocalJob millrace(Path work, Path input, Consumer<JobConf> settings) throws IOException {
        try (LoggedLines lines = LoggedLines.of(MillraceShuffle.class)) {
            LocalJob job = withPlugIn(work, input, settings);
            assertThat(lines.all()).isEmpty();
            return job;
        }
    }

    /** Runs a job with the plug-in, which may decline. */
    static LocalJob withPlugIn(Path work, Path input, Consumer<JobConf> settings)
            throws IOException {
        return run(
                work,
                input,
                settings.andThen(conf ->
                        conf.setClass(
                                MRConfig.SHUFFLE_CONSUMER_PLUGIN,
                                MillraceShuffle.class,
                                ShuffleConsumerPlugin.class)));
    }

    private static LocalJob run(Path work, Path input, Consumer<JobConf> settings)
            throws IOException {
        int number = NUMBER.incrementAndGet();
        Path output = work.resolve("out" + number);
        JobConf conf = new JobConf();
        conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        conf.set("hadoop.tmp.dir", work.resolve("tmp").toString());
        conf.setInt(MRJobConfig.IO_SORT_MB, 4);
        conf.setInt("mapreduce.local.map.tasks.maximum", 2);
        conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, POLL_MILLIS);
        conf.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, POLL_MILLIS);
        settings.accept(conf);
        try {
            Job job = Job.getInstance(conf);
            FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
            FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
            boolean successful = job.waitForCompletion(false);
            return new LocalJob(successful, read(output), job.getCounters());
        } catch (InterruptedException | ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private static Map<String, String> read(Path output) throws IOException {
        Map<String, String> read = new TreeMap<>();
        if (Files.exists(output)) {
            try (Stream<Path> files = Files.list(output)) {
                for (Path file : files.toList()) {
                    String name = file.getFileName().toString();
                    if (name.startsWith("part")) {
                        read.put(name, Files.readString(file, StandardCharsets.UTF_8));
                    }
                }
            }
        }
        return read;
    }

    long counter(TaskCounter counter) {
        return counters.findCounter(counter).getValue();
    }

    long partial(String name) {
        return counters.findCounter("Millrace Partial Reduce", name).getValue();
    }
}
