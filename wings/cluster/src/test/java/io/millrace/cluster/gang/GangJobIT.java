package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import io.millrace.cluster.testing.YarnInJvm;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.SourceJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobStatus;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unmodified jobs inside a gang on YARN, beside Hadoop's local runner. Some tests take a minute,
 * and run with {@code -Dmillrace.test.cluster=true} only.
 */
@Sampled(oneIn = 4)
class GangJobIT {

    private static final int FILES = 6;

    private static final List<TaskCounter> COUNTERS =
            List.of(
                    TaskCounter.MAP_INPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_RECORDS,
                    TaskCounter.REDUCE_INPUT_GROUPS,
                    TaskCounter.REDUCE_OUTPUT_RECORDS);

    @TempDir static Path work;

    private static MiniMRYarnCluster cluster;
    private static Path input;

    @BeforeAll
    static void start() throws IOException {
        input = Files.createDirectories(work.resolve("in"));
        Random random = new Random(3);
        for (int file = 0; file < FILES; file++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 20_000; word++) {
                text.append('w').append(random.nextInt(3000)).append(word % 9 == 0 ? '\n' : ' ');
            }
            Files.writeString(input.resolve("text" + file), text);
        }
        cluster = YarnInJvm.start(work, 4096);
    }

    @AfterAll
    static void stop() {
        cluster.stop();
    }

    private static RunningJob submit(String name, Consumer<JobConf> job) throws IOException {
        JobConf conf = new JobConf(cluster.getConfig());
        conf.setJobName(name);
        conf.setBoolean(GangProvider.ASKED, true);
        conf.setInt(MRJobConfig.MAP_MEMORY_MB, 384);
        conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, 384);
        conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 512);
        conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx200m -XX:TieredStopAtLevel=1");
        FileInputFormat.setInputPaths(conf, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(work.resolve(name).toUri()));
        job.accept(conf);
        return new JobClient(conf).submitJob(conf);
    }

    private static RunningJob succeed(String name, Consumer<JobConf> job) throws IOException {
        RunningJob running = submit(name, job);
        running.waitForCompletion();
        assertThat(running.isSuccessful()).as(running.getFailureInfo()).isTrue();
        return running;
    }

    /** Between its end and its place in the history, a cluster has no counters of a job. */
    private static Counters counters(RunningJob job) throws Exception {
        AtomicReference<Counters> counters = new AtomicReference<>();
        Await.until(
                "the cluster has the counters of the job",
                () -> {
                    counters.set(job.getCounters());
                    return counters.get() != null;
                });
        return counters.get();
    }

    /** Output and counters. */
    private static void assertSameAsLocally(String name, Consumer<JobConf> job) throws Exception {
        LocalRun local = LocalRun.of(work, input, job);
        RunningJob gang = succeed(name, job);
        assertThat(LocalRun.parts(work.resolve(name))).isEqualTo(local.output());
        assertThat(work.resolve(name).resolve("_SUCCESS")).exists();
        Counters counters = counters(gang);
        for (TaskCounter each : COUNTERS) {
            assertThat(counters.getCounter(each))
                    .as(each.name())
                    .isEqualTo(local.counters().get(each));
        }
    }

    @Test
    void aJobOfTheNewApiIsAsInTheLocalRunner() throws Exception {
        assertSameAsLocally("new", TextJobs::newWordCount);
    }

    /**
     * Emits words. Two tasks end only when a round of partial reduce has begun, and another one
     * when a second round has, whose worker then uses the results of the first.
     */
    static final class WordsForRounds extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {
        private final TextJobs.Words words = new TextJobs.Words();
        private @Nullable Path awaited;

        @Override
        public void configure(JobConf conf) {
            int task = conf.getInt(MRJobConfig.TASK_PARTITION, 0);
            awaited =
                    task < 3
                            ? Path.of(conf.get("test.signs"), task == 0 ? "second" : "first")
                            : null;
        }

        @Override
        public void map(
                LongWritable at, Text line, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            words.map(at, line, out, reporter);
        }

        @Override
        public void close() throws IOException {
            Path sign = awaited;
            try {
                if (sign != null) {
                    Await.until("a round of partial reduce", () -> Files.exists(sign));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
        }
    }

    /** Says when a worker reduces a partition for the first time, and for the second. */
    static final class ListsInRounds extends MapReduceBase
            implements Reducer<Text, Text, Text, Text> {
        private final TextJobs.Lists lists = new TextJobs.Lists();

        @Override
        public void configure(JobConf conf) {
            // A property of the process: each round may have its own copy of this class.
            String name = "test.lists." + conf.get(MRJobConfig.TASK_PARTITION);
            boolean again = System.setProperty(name, "called") != null;
            try {
                Files.writeString(Path.of(conf.get("test.signs"), again ? "second" : "first"), "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void reduce(
                Text word,
                Iterator<Text> places,
                OutputCollector<Text, Text> out,
                Reporter reporter)
                throws IOException {
            lists.reduce(word, places, out, reporter);
        }
    }

    @Test
    void aPartialReducerReducesWhileMapTasksRun() throws Exception {
        Path signs = Files.createDirectory(work.resolve("signs"));
        LocalRun local = LocalRun.of(work, input, TextJobs::index);
        RunningJob gang =
                succeed(
                        "partial",
                        conf -> {
                            TextJobs.index(conf);
                            conf.setMapperClass(WordsForRounds.class);
                            PartialReduce.set(conf, ListsInRounds.class);
                            conf.set("test.signs", signs.toString());
                            conf.set("millrace.task.isolation", "none");
                            conf.set("millrace.partial.start.threshold", "2");
                            conf.set("millrace.partial.stop.fraction", "1");
                            conf.set("millrace.partial.max.ratio", "1");
                        });
        assertThat(LocalRun.parts(work.resolve("partial"))).isEqualTo(local.output());
        Counters counters = counters(gang);
        Counters.Group partial = counters.getGroup("Millrace Partial Reduce");
        long in = partial.getCounter("Input records");
        assertThat(in).isPositive();
        assertThat(counters.getCounter(TaskCounter.REDUCE_INPUT_RECORDS))
                .isEqualTo(
                        counters.getCounter(TaskCounter.MAP_OUTPUT_RECORDS)
                                - in
                                + partial.getCounter("Output records"));
    }

    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void aJobOfTheOldApiIsAsInTheLocalRunner() throws Exception {
        assertSameAsLocally("old", TextJobs::combinedIndex);
    }

    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void aJobWithoutReducersIsAsInTheLocalRunner() throws Exception {
        assertSameAsLocally(
                "maps",
                conf -> {
                    TextJobs.index(conf);
                    conf.setNumReduceTasks(0);
                });
    }

    /** The mapper of a job that relies on statics, as tutorials do. */
    private static final String COUNTS_LINES =
"""
            import java.io.IOException;
import java.io.UncheckedIOException;
            import org.apache.hadoop.io.*;
            import org.apache.hadoop.mapred.*;
            public class CountsLines extends MapReduceBase
                    implements Mapper<LongWritable, Text, Text, Text> {
                private static int lines;
                private OutputCollector<Text, Text> output;
                @Override
                public void map(LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter) {
                    lines++;
                    output = out;
                }
                @Override
                public void close() throws IOException {
                    output.collect(new Text("lines"), new Text("" + lines));
                }
            }
""";

    @Test
    void aTaskFindsTheStaticsOfAFreshJvm() throws Exception {
        Path jar = SourceJar.of(work, "CountsLines", COUNTS_LINES);
        succeed(
                "statics",
                conf -> {
                    conf.setJar(jar.toString());
                    conf.set("mapred.mapper.class", "CountsLines");
                    conf.setOutputKeyClass(Text.class);
                    conf.setOutputValueClass(Text.class);
                    conf.setNumReduceTasks(0);
                });
        int lines = Files.readAllLines(input.resolve("text0")).size();
        assertThat(LocalRun.parts(work.resolve("statics")).values())
                .hasSize(FILES)
                .containsOnly("lines\t" + lines + "\n");
    }

    /** The driver runs in the directory of its container, as {@link GangDriver} leaves it. */
    private static boolean besideTheDriver() {
        return Files.exists(Path.of("gang-job"));
    }

    /** Halts one worker, once: the first one, which has the driver, or the other. */
    static final class HaltsOnce extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {
        private Path mark = Path.of("");
        private boolean here;

        @Override
        public void configure(JobConf conf) {
            mark = Path.of(conf.get("test.mark"));
            here = besideTheDriver() == conf.getBoolean("test.driver", false);
        }

        @Override
        public void map(
                LongWritable key, Text line, OutputCollector<Text, Text> output, Reporter reporter)
                throws IOException {
            if (here && !Files.exists(mark)) {
                Files.createFile(mark);
                Runtime.getRuntime().halt(3);
            }
            output.collect(line, new Text("" + line.getLength()));
        }
    }

    /** Sorts lines, and loses a worker. */
    private static Consumer<JobConf> losing(boolean driver, Path mark) {
        return conf -> {
            conf.setMapperClass(HaltsOnce.class);
            conf.setOutputKeyClass(Text.class);
            conf.setOutputValueClass(Text.class);
            conf.setNumReduceTasks(2);
            conf.setBoolean("test.driver", driver);
            conf.set("test.mark", mark.toString());
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLostWorkerIsReplaced(boolean driver) throws Exception {
        Path mark = work.resolve("halted-" + driver);
        String name = "lost-" + driver;
        succeed(name, losing(driver, mark));
        assertThat(mark).exists();
        LocalRun local = LocalRun.of(work, input, losing(driver, mark));
        assertThat(LocalRun.parts(work.resolve(name))).isEqualTo(local.output());
    }

    static final class Throws extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {
        @Override
        public void map(
                LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter) {
            throw new IllegalStateException("a line that nobody likes");
        }
    }

    @Test
    void aJobThatFailsDoesSoOnceWithItsReason() throws Exception {
        RunningJob job =
                submit(
                        "fails",
                        conf -> {
                            TextJobs.index(conf);
                            conf.setMapperClass(Throws.class);
                        });
        assertThat(new JobClient(new JobConf()).monitorAndPrintJob(new JobConf(), job)).isFalse();
        assertThat(job.getFailureInfo())
                .contains("a line that nobody likes")
                .doesNotContain("Job commit failed");
        TaskCompletionEvent[] failed =
                Stream.of(job.getTaskCompletionEvents(0))
                        .filter(event -> event.toString().endsWith("Status : FAILED"))
                        .toArray(TaskCompletionEvent[]::new);
        assertThat(failed).as("lines of the client").hasSizeGreaterThanOrEqualTo(3);
        assertThat(job.getTaskDiagnostics(failed[0].getTaskAttemptId()))
                .anyMatch(why -> why.contains("a line that nobody likes"));
        assertThat(counters(job).getCounter(JobCounter.NUM_FAILED_MAPS)).isZero();
        assertThat(work.resolve("fails")).isEmptyDirectory();
    }

    /** A job that Millrace rejects never has a task. */
    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void aJobThatIsRejectedSaysWhy() throws Exception {
        RunningJob job =
                submit(
                        "rejected",
                        conf -> {
                            TextJobs.index(conf);
                            conf.set("millrace.sort.ties", "hadoop");
                        });
        job.waitForCompletion();
        assertThat(job.isSuccessful()).isFalse();
        assertThat(job.getFailureInfo()).contains("millrace.sort.ties");
    }

    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void oneWorkerIsEnoughAndSoIsNoInput() throws Exception {
        assertSameAsLocally(
                "one",
                conf -> {
                    TextJobs.index(conf);
                    conf.setInt(ClusterKeys.GANG_WORKERS.name(), 1);
                });
        Path empty = Files.createDirectories(work.resolve("empty"));
        succeed(
                "nothing",
                conf -> {
                    TextJobs.index(conf);
                    FileInputFormat.setInputPaths(
                            conf, new org.apache.hadoop.fs.Path(empty.toUri()));
                });
        assertThat(LocalRun.parts(work.resolve("nothing")).values()).containsOnly("");
    }

    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void aGangWithoutRoomSaysHowManyContainersItHad() throws Exception {
        RunningJob job =
                submit(
                        "room",
                        conf -> {
                            TextJobs.index(conf);
                            conf.setInt(ClusterKeys.GANG_WORKERS.name(), 9);
                            conf.setInt(ClusterKeys.GANG_START_SECONDS.name(), 15);
                        });
        job.waitForCompletion();
        assertThat(job.isSuccessful()).isFalse();
        assertThat(job.getFailureInfo())
                .contains("needs 9 workers at once, but had containers for")
                .contains("in the 15 s since the first one came; lower millrace.gang.workers");
    }

    /** Waits, and says that it does. */
    static final class Waits extends MapReduceBase
            implements Mapper<LongWritable, Text, Text, Text> {
        private Path mark = Path.of("");

        @Override
        public void configure(JobConf conf) {
            mark = Path.of(conf.get("test.mark"));
        }

        @Override
        public void map(
                LongWritable key, Text line, OutputCollector<Text, Text> out, Reporter reporter)
                throws IOException {
            Files.write(mark, new byte[0]);
            while (true) {
                LockSupport.park();
            }
        }
    }

    @EnabledIfSystemProperty(named = "millrace.test.cluster", matches = "true")
    @Test
    void aKilledGangLeavesNoOutput() throws Exception {
        Path mark = work.resolve("waits");
        RunningJob job =
                submit(
                        "killed",
                        conf -> {
                            TextJobs.index(conf);
                            conf.setMapperClass(Waits.class);
                            conf.set("test.mark", mark.toString());
                        });
        Await.until("a mapper waits", () -> Files.exists(mark));
        job.killJob();
        job.waitForCompletion();
        assertThat(job.getJobState()).isEqualTo(JobStatus.KILLED);
        assertThat(work.resolve("killed")).isEmptyDirectory();
    }
}
