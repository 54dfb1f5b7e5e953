package io.millrace.cluster.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.MillraceShuffle;
import io.millrace.cluster.testing.YarnInJvm;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on YARN, with Hadoop's fetchers and shuffle service and tasks in separate JVMs. */
@Sampled(oneIn = 3)
class YarnJobsIT {

    private static final int MAPS = 6;
    private static final String LINE = "Millrace merges the input of this reduce task";

    @TempDir static Path work;

    private static MiniMRYarnCluster cluster;
    private static Path input;
    private static Map<String, String> expected;

    @BeforeAll
    static void start() throws IOException {
        input = Files.createDirectories(work.resolve("in"));
        Random random = new Random(3);
        for (int file = 0; file < MAPS; file++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < 20_000; word++) {
                text.append('w').append(random.nextInt(3000)).append(word % 9 == 0 ? '\n' : ' ');
            }
            Files.writeString(input.resolve("text" + file), text);
        }
        expected = LocalJob.stock(work, input, Jobs::newApi).output();
        cluster = YarnInJvm.start(work, 4096);
    }

    @AfterAll
    static void stop() {
        cluster.stop();
    }

    @Test
    void outputIsTheSameAsInTheLocalRunner() throws Exception {
        Job job = run("plain", conf -> {});
        assertThat(job.isSuccessful()).isTrue();
        assertThat(output("plain")).isEqualTo(expected);
        assertThat(reducersWith(job)).isEqualTo(2);
    }

    @Test
    void failedAttemptsDoNotChangeTheOutput() throws Exception {
        Job job =
                run(
                        "failures",
                        conf -> {
                            conf.setClass(
                                    MRJobConfig.MAP_CLASS_ATTR, FailsOnce.class, Mapper.class);
                            conf.setClass(
                                    MRJobConfig.REDUCE_CLASS_ATTR,
                                    FailsOnceReducing.class,
                                    Reducer.class);
                            PartialReduce.set(conf, Jobs.Sum.class);
                        });
        assertThat(job.isSuccessful()).isTrue();
        assertThat(output("failures")).isEqualTo(expected);
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue())
                .isEqualTo(1);
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_REDUCES).getValue())
                .isEqualTo(1);
        assertThat(reducersWith(job)).isEqualTo(3);
    }

    @Test
    void aLostMapOutputIsMadeAgain() throws Exception {
        Job job =
                run(
                        "lost",
                        conf -> {
                            conf.setClass(
                                    MRJobConfig.MAP_CLASS_ATTR, LosesOutput.class, Mapper.class);
                            conf.setInt("mapreduce.reduce.shuffle.maxfetchfailures", 1);
                            conf.setInt(MRJobConfig.MAX_FETCH_FAILURES_NOTIFICATIONS, 1);
                            conf.setFloat(MRJobConfig.MAX_ALLOWED_FETCH_FAILURES_FRACTION, 0.01f);
                            conf.setFloat(MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART, 1);
                        });
        assertThat(job.isSuccessful()).isTrue();
        assertThat(output("lost")).isEqualTo(expected);
        assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
                .isGreaterThan(MAPS);
    }

    private interface Settings {
        void to(JobConf conf);
    }

    private static Job run(String name, Settings settings) throws Exception {
        JobConf conf = new JobConf(cluster.getConfig());
        Jobs.newApi(conf);
        conf.setClass(
                MRConfig.SHUFFLE_CONSUMER_PLUGIN,
                MillraceShuffle.class,
                ShuffleConsumerPlugin.class);
        conf.setInt(MRJobConfig.IO_SORT_MB, 10);
        conf.setInt(MRJobConfig.MAP_MEMORY_MB, 384);
        conf.setInt(MRJobConfig.REDUCE_MEMORY_MB, 384);
        conf.setInt(MRJobConfig.MR_AM_VMEM_MB, 512);
        conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx200m -XX:TieredStopAtLevel=1");
        conf.set(MRJobConfig.REDUCE_JAVA_OPTS, "-Xmx200m -XX:TieredStopAtLevel=1");
        conf.set("marks", Files.createDirectories(work.resolve("marks-" + name)).toString());
        conf.setSpeculativeExecution(false);
        settings.to(conf);
        Job job = Job.getInstance(conf, name);
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(
                job, new org.apache.hadoop.fs.Path(work.resolve(name).toUri()));
        job.waitForCompletion(true);
        return job;
    }

    private static Map<String, String> output(String name) throws IOException {
        Map<String, String> read = new TreeMap<>();
        try (Stream<Path> files = Files.list(work.resolve(name))) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("part")) {
                    read.put(file.getFileName().toString(), Files.readString(file));
                }
            }
        }
        return read;
    }

    /** Task attempts of the job whose log says that they use the plug-in. */
    private static long reducersWith(Job job) throws IOException {
        String application = job.getJobID().toString().replace("job", "application");
        long found = 0;
        try (Stream<Path> files = Files.walk(cluster.getTestWorkDir().toPath())) {
            for (Path file : files.filter(each -> each.endsWith("syslog")).toList()) {
                if (file.toString().contains(application)
                        && Files.readString(file).contains(LINE)) {
                    found++;
                }
            }
        }
        return found;
    }

    /** Whether this is the first call with that mark. */
    static boolean first(Configuration conf, String mark) throws IOException {
        try {
            Files.createFile(Path.of(conf.get("marks"), mark));
            return true;
        } catch (java.nio.file.FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Fails the first attempt of one map task in the middle of its work. */
    static final class FailsOnce extends Mapper<Object, Text, Text, LongWritable> {
        private int lines;

        @Override
        protected void map(Object key, Text line, Context context)
                throws IOException, InterruptedException {
            if (++lines == 100
                    && context.getTaskAttemptID().getTaskID().getId() == 2
                    && first(context.getConfiguration(), "map")) {
                throw new IOException("fails once");
            }
            write(line, context);
        }
    }

    static void write(Text line, Mapper<Object, Text, Text, LongWritable>.Context context)
            throws IOException, InterruptedException {
        StringTokenizer words = new StringTokenizer(line.toString());
        while (words.hasMoreTokens()) {
            String word = words.nextToken();
            context.write(new Text(word), new LongWritable(word.length()));
        }
    }

    static final class FailsOnceReducing extends Jobs.Sum {
        private int groups;

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            if (++groups == 50
                    && context.getTaskAttemptID().getTaskID().getId() == 0
                    && first(context.getConfiguration(), "reduce")) {
                throw new IOException("fails once");
            }
            super.reduce(key, values, context);
        }
    }

    /** The last map task deletes the output of the first one, as soon as that is complete. */
    static final class LosesOutput extends Mapper<Object, Text, Text, LongWritable> {
        @Override
        protected void map(Object key, Text line, Context context)
                throws IOException, InterruptedException {
            write(line, context);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            if (context.getTaskAttemptID().getTaskID().getId() == MAPS - 1
                    && first(context.getConfiguration(), "deleted")) {
                String attempt =
                        context.getTaskAttemptID()
                                .toString()
                                .replaceAll("_m_\\d+_\\d+$", "_m_000000_0");
                List<Path> outputs =
                        Stream.of(context.getConfiguration().getStrings(MRConfig.LOCAL_DIR))
                                .map(directory -> Path.of(directory, "output", attempt))
                                .toList();
                Await.until(
                        "the output of the first map task is complete",
                        () -> outputs.stream().anyMatch(LosesOutput::isComplete));
                for (Path output : outputs) {
                    delete(output);
                }
            }
        }

        private static boolean isComplete(Path output) {
            return Files.exists(output.resolve("file.out.index"));
        }

        private static void delete(Path output) throws IOException {
            if (Files.exists(output)) {
                try (Stream<Path> files = Files.list(output)) {
                    for (Path file : files.toList()) {
                        Files.delete(file);
                    }
                }
            }
        }
    }
}
