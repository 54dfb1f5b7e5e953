package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobConfigurable;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What user code finds in its configuration, and which of its classes are used. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class JobConfTest {

    /** What was told to objects of the job, by their class names. */
    private static final Set<String> TOLD = new ConcurrentSkipListSet<>();

    private static final Set<String> COMMITTERS = new ConcurrentSkipListSet<>();

    @TempDir Path directory;

    private JobConf conf;

    @BeforeEach
    void makeConf() {
        conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
        TOLD.clear();
        COMMITTERS.clear();
    }

    private static void told(Object object, String how, Configuration by) {
        TOLD.add(
                object.getClass().getSimpleName() + " " + how + (by instanceof JobConf ? "" : "!"));
    }

    public static final class TellingMapper extends Mapper<LongWritable, Text, Text, LongWritable>
            implements Configurable, JobConfigurable {
        private Configuration own;

        @Override
        public void setConf(Configuration given) {
            own = given;
            told(this, "setConf", given);
        }

        @Override
        public Configuration getConf() {
            return own;
        }

        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(value, key);
        }
    }

    public static final class TellingReducer extends Reducer<Text, LongWritable, Text, LongWritable>
            implements JobConfigurable {
        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }
    }

    public static final class TellingCombiner
            extends Reducer<Text, LongWritable, Text, LongWritable> implements JobConfigurable {
        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }
    }

    public static final class TellingPartitioner extends HashPartitioner<Text, LongWritable>
            implements JobConfigurable {
        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }
    }

    public static final class TellingOrder extends WritableComparator implements JobConfigurable {
        public TellingOrder() {
            super(Text.class, true);
        }

        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }
    }

    public static final class TellingInput extends TextInputFormat implements JobConfigurable {
        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }
    }

    public static final class TellingOutput extends TextOutputFormat<Text, LongWritable>
            implements JobConfigurable {
        @Override
        public void configure(JobConf job) {
            told(this, "configure", job);
        }

        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void commitJob(JobContext job) throws IOException {
                    COMMITTERS.add("new");
                    super.commitJob(job);
                }
            };
        }
    }

    private Job telling() throws IOException {
        Job job = ClientConf.mapOnly(conf, directory, TellingMapper.class);
        job.setCombinerClass(TellingCombiner.class);
        job.setReducerClass(TellingReducer.class);
        job.setPartitionerClass(TellingPartitioner.class);
        job.setSortComparatorClass(TellingOrder.class);
        job.setInputFormatClass(TellingInput.class);
        job.setOutputFormatClass(TellingOutput.class);
        // Map output classes are not set: they are those of the job's output.
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(2);
        return job;
    }

    @Test
    void everyObjectOfTheJobGetsItsConfigurationAsAJobConf() throws Exception {
        Job job = telling();
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(TOLD)
                .contains(
                        "TellingMapper configure",
                        "TellingMapper setConf",
                        "TellingReducer configure",
                        "TellingCombiner configure",
                        "TellingPartitioner configure",
                        "TellingOrder configure",
                        "TellingInput configure",
                        "TellingOutput configure");
        assertThat(TOLD.stream().filter(told -> told.endsWith("!"))).isEmpty();
    }

    /** An old API mapper whose output a new API reducer takes. */
    public static final class OldMapper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<Text, LongWritable> output,
                Reporter reporter)
                throws IOException {
            output.collect(value, key);
        }
    }

    @Test
    void theReducersApiDecidesTheFormatAndTheCommitter() throws Exception {
        JobConf mixed = new JobConf(telling().getConfiguration());
        mixed.unset("mapreduce.job.map.class");
        mixed.unset("mapreduce.job.inputformat.class");
        mixed.unset("mapreduce.job.partitioner.class");
        mixed.unset("mapreduce.job.combine.class");
        mixed.setMapperClass(OldMapper.class);
        mixed.setUseNewMapper(false);
        mixed.setUseNewReducer(true);
        JobClient client = new JobClient(mixed);
        client.submitJob(mixed).waitForCompletion();
        assertThat(COMMITTERS).containsExactly("new");
        assertThat(Jars.names(directory.resolve("out")))
                .containsExactly("_SUCCESS", "part-r-00000", "part-r-00001");
    }

    private static Map<String, String> valuesOf(Configuration seen, String... keys) {
        Map<String, String> values = new TreeMap<>();
        for (String key : keys) {
            values.put(key, String.valueOf(seen.get(key)));
        }
        return values;
    }

    private static String lines(Configuration seen) {
        return valuesOf(
                        seen,
                        "mapreduce.task.attempt.id",
                        "mapred.task.id",
                        "mapreduce.task.id",
                        "mapred.tip.id",
                        "mapreduce.task.ismap",
                        "mapred.task.is.map",
                        "mapreduce.task.partition",
                        "mapred.task.partition",
                        "mapreduce.job.id",
                        "mapred.job.id",
                        "mapreduce.map.input.file",
                        "map.input.file",
                        "map.input.start",
                        "map.input.length",
                        "mapreduce.job.maps",
                        "mapred.map.tasks",
                        "mapred.reduce.tasks",
                        "mapreduce.job.skiprecords",
                        "mapred.skip.on",
                        "mapreduce.job.application.attempt.id",
                        "mapreduce.jobtracker.address",
                        "mapreduce.framework.name",
                        "user.name",
                        "test.expanded",
                        "mapred.output.dir",
                        "mapred.work.output.dir",
                        "job.local.dir",
                        "mapred.local.dir")
                .entrySet()
                .stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    public static final class NewDump extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Configuration seen = context.getConfiguration();
            if (!Files.isDirectory(Path.of(seen.get("job.local.dir")))
                    || !Files.isDirectory(Path.of(seen.get("mapred.local.dir")))) {
                throw new IOException("the local directories are not there");
            }
            context.write(new Text("map"), new Text(lines(seen)));
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    public static final class NewDumpReducer extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            for (Text value : values) {
                context.write(value, new Text());
            }
            context.write(new Text("reduce\n" + lines(context.getConfiguration())), new Text());
        }
    }

    public static final class OldDump extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text>,
                    org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        private JobConf seen;

        @Override
        public void configure(JobConf job) {
            seen = job;
        }

        @Override
        public void map(
                LongWritable key, Text value, OutputCollector<Text, Text> output, Reporter reporter)
                throws IOException {
            if (key.get() == 0) {
                output.collect(new Text("map"), new Text(lines(seen)));
            }
        }

        @Override
        public void reduce(
                Text key,
                java.util.Iterator<Text> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            output.collect(values.next(), new Text());
            output.collect(new Text("reduce\n" + lines(seen)), new Text());
        }
    }

    @Test
    void tasksOfBothApisFindTheKeysThatAClusterSetsUnderOldAndNewNames() throws Exception {
        conf.set("test.base", "base");
        conf.set("test.expanded", "${test.base}/${mapred.job.id}");
        Job job = ClientConf.mapOnly(conf, directory, NewDump.class);
        job.setReducerClass(NewDumpReducer.class);
        job.setNumReduceTasks(1);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertSeen(Files.readString(directory.resolve("out/part-r-00000")), job.getJobID() + "");

        JobConf old = new JobConf(job.getConfiguration());
        old.setUseNewMapper(false);
        old.setUseNewReducer(false);
        old.unset("mapreduce.job.map.class");
        old.unset("mapreduce.job.reduce.class");
        old.setMapperClass(OldDump.class);
        old.setReducerClass(OldDump.class);
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
                old, new org.apache.hadoop.fs.Path(directory.resolve("old").toUri()));
        String id = JobClient.runJob(old).getID().toString();
        assertSeen(Files.readString(directory.resolve("old/part-00000")), id);
    }

    private void assertSeen(String text, String job) {
        String task = job.replace("job_", "");
        String[] halves = text.split("reduce\n", 2);
        assertThat(halves[0])
                .contains("mapred.task.id=attempt_" + task)
                .contains("_m_000000_0\n")
                .contains("mapreduce.task.attempt.id=attempt_" + task)
                .contains("mapred.tip.id=task_" + task)
                .contains("mapred.task.is.map=true")
                .contains("mapred.task.partition=0")
                .contains("mapred.job.id=" + job)
                .contains("map.input.file=file:" + directory.resolve("in/lines"))
                .contains("mapreduce.map.input.file=file:" + directory.resolve("in/lines"))
                .contains("map.input.start=0\n")
                .contains("map.input.length=14\n")
                .contains("mapred.map.tasks=1\n")
                .contains("mapred.reduce.tasks=1\n")
                .contains("mapred.skip.on=false")
                .contains("mapreduce.job.application.attempt.id=null")
                .contains("mapreduce.jobtracker.address=null\n")
                .contains("mapreduce.framework.name=millrace")
                .contains("user.name=" + System.getProperty("user.name"))
                .contains("test.expanded=base/" + job)
                .contains("mapred.output.dir=file:" + directory)
                .contains("mapred.work.output.dir=file:" + directory);
        assertThat(halves[1])
                .contains("mapred.task.is.map=false")
                .contains("_r_000000_0\n")
                .contains("mapreduce.job.maps=1\n")
                .contains("mapred.task.partition=0");
    }

    /** Two of these run at the same time and write to the same key. */
    public static final class Scribbling extends Mapper<LongWritable, Text, Text, LongWritable> {
        private static final CyclicBarrier BOTH = new CyclicBarrier(2);

        @Override
        protected void setup(Context context) throws IOException {
            String own = context.getTaskAttemptID().toString();
            try {
                BOTH.await();
                context.getConfiguration().set("test.scribble", own);
                BOTH.await();
            } catch (Exception e) {
                throw new IOException(e);
            }
            String seen = context.getConfiguration().get("test.scribble");
            if (!seen.equals(own)) {
                throw new IOException(own + " sees what " + seen + " wrote");
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void attemptsThatRunTogetherHaveConfigurationsOfTheirOwn() throws Exception {
        conf.set("millrace.map.threads", "2");
        Job job = ClientConf.mapOnly(conf, directory, Scribbling.class);
        Files.writeString(directory.resolve("in/more"), "four\n");
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(new TreeSet<>(Jars.names(directory.resolve("out"))))
                .contains("part-m-00000", "part-m-00001");
    }
}
