package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters, progress and status of whole jobs. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class JobCountersTest {

    private static final int THREADS = 8;
    private static final int EACH = 20_000;

    @TempDir Path directory;

    private JobConf conf;

    @BeforeEach
    void makeConf() {
        conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
        conf.set("millrace.map.threads", "4");
    }

    private Job withReduces(Job job) {
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        job.setNumReduceTasks(2);
        return job;
    }

    private Counters countersOf(Job job) throws Exception {
        job.waitForCompletion(true);
        assertThat(job.getStatus().getFailureInfo()).isEmpty();
        return job.getCounters();
    }

    private static long value(Counters counters, Enum<?> name) {
        return counters.findCounter(name).getValue();
    }

    static final class Identity extends Mapper<LongWritable, Text, LongWritable, Text> {}

    @Test
    void bytesAreThoseOfTheJobHoweverManyMapsRunAtOnce() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        long bytes = 0;
        for (int file = 0; file < 8; file++) {
            Path path = directory.resolve("in/file" + file);
            Files.writeString(path, ("some line of file " + file + "\n").repeat(2000));
            bytes += Files.size(path);
        }
        bytes += Files.size(directory.resolve("in/lines"));
        Counters counters = countersOf(withReduces(job));
        assertThat(value(counters, FileInputFormatCounter.BYTES_READ)).isEqualTo(bytes);
        assertThat(counters.findCounter("file", FileSystemCounter.BYTES_READ).getValue())
                .isBetween(bytes, bytes + bytes / 5);
        long written = 0;
        for (String part : Jars.names(directory.resolve("out"))) {
            written += Files.size(directory.resolve("out").resolve(part));
        }
        // The checksum file of each part comes on top of its bytes.
        assertThat(value(counters, FileOutputFormatCounter.BYTES_WRITTEN))
                .isBetween(written, written + written / 50 + 100);
    }

    @Test
    void theLastBytesOfASequenceFileCountToo() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        job.setOutputFormatClass(SequenceFileOutputFormat.class);
        Counters counters = countersOf(withReduces(job));
        long written = 0;
        for (String part : List.of("part-r-00000", "part-r-00001")) {
            written += Files.size(directory.resolve("out").resolve(part));
            written += Files.size(directory.resolve("out").resolve("." + part + ".crc"));
        }
        assertThat(value(counters, FileOutputFormatCounter.BYTES_WRITTEN)).isEqualTo(written);
    }

    @Test
    void frameworkCountersFitTogether() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        Files.writeString(directory.resolve("in/more"), "four\nfive\n");
        Counters counters = countersOf(withReduces(job));
        assertThat(value(counters, TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(5);
        assertThat(value(counters, TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(5);
        // A line's offset, and its text with one byte for its length.
        assertThat(value(counters, TaskCounter.MAP_OUTPUT_BYTES))
                .isEqualTo(5 * (8 + 1) + "onetwothreefourfive".length());
        // Lengths of key and value; an end mark and a checksum for each of 2 x 2 partitions.
        assertThat(value(counters, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES))
                .isEqualTo(value(counters, TaskCounter.MAP_OUTPUT_BYTES) + 5 * 2 + 4 * 6)
                .isEqualTo(value(counters, TaskCounter.REDUCE_SHUFFLE_BYTES));
        assertThat(value(counters, TaskCounter.SHUFFLED_MAPS)).isEqualTo(4);
        assertThat(value(counters, TaskCounter.MERGED_MAP_OUTPUTS)).isEqualTo(4);
        assertThat(value(counters, TaskCounter.FAILED_SHUFFLE)).isZero();
        assertThat(value(counters, TaskCounter.SPILLED_RECORDS)).isZero();
        assertThat(value(counters, TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(5);
        assertThat(value(counters, TaskCounter.REDUCE_OUTPUT_RECORDS)).isEqualTo(5);
        assertThat(value(counters, TaskCounter.SPLIT_RAW_BYTES)).isPositive();
        assertThat(value(counters, TaskCounter.COMMITTED_HEAP_BYTES)).isPositive();
        assertThat(value(counters, JobCounter.TOTAL_LAUNCHED_MAPS)).isEqualTo(2);
        assertThat(value(counters, JobCounter.DATA_LOCAL_MAPS)).isEqualTo(2);
        assertThat(value(counters, JobCounter.TOTAL_LAUNCHED_REDUCES)).isEqualTo(2);
        for (String name :
                new String[] {
                    "BAD_ID", "CONNECTION", "IO_ERROR", "WRONG_LENGTH", "WRONG_MAP", "WRONG_REDUCE"
                }) {
            assertThat(counters.getGroup("Shuffle Errors").findCounter(name, false)).isNotNull();
            assertThat(counters.findCounter("Shuffle Errors", name).getValue()).isZero();
        }
    }

    @Test
    void everyCounterOfHadoopHasANameForPeopleAndItsOldGroupName() throws Exception {
        Counters counters =
                countersOf(withReduces(ClientConf.mapOnly(conf, directory, Identity.class)));
        for (CounterGroup group : counters) {
            assertThat(group.getDisplayName()).doesNotContain("org.apache");
            for (Counter counter : group) {
                assertThat(counter.getDisplayName()).isNotBlank();
                if (!group.getName().equals("Shuffle Errors")) { // Hadoop has no names for them
                    assertThat(counter.getDisplayName()).doesNotContain("_");
                }
            }
        }
        assertThat(counters.toString()).contains("Map input records=3", "Job Counters");
        assertThat(
                        counters.findCounter(
                                        "org.apache.hadoop.mapred.Task$Counter",
                                        "MAP_INPUT_RECORDS")
                                .getValue())
                .isEqualTo(3);
    }

    enum Own {
        BY_THREADS
    }

    /** Counts in threads of its own. */
    static final class CountsInThreads extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            assertThat(context.getCounter(Own.BY_THREADS))
                    .isSameAs(context.getCounter(Own.BY_THREADS));
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                threads[i] =
                        new Thread(() -> {
                            for (int n = 0; n < EACH; n++) {
                                context.getCounter(Own.BY_THREADS).increment(1);
                            }
                        });
                threads[i].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void noIncrementOfAnyThreadIsLost() throws Exception {
        Counters counters = countersOf(ClientConf.mapOnly(conf, directory, CountsInThreads.class));
        assertThat(value(counters, Own.BY_THREADS)).isEqualTo(3L * THREADS * EACH);
    }

    /** Computes for a while. */
    static final class Computing extends Mapper<LongWritable, Text, LongWritable, Text> {
        static final long NANOS = 40_000_000;

        @Override
        protected void setup(Context context) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long end = threads.getCurrentThreadCpuTime() + NANOS;
            long spent = threads.getCurrentThreadCpuTime();
            while (spent < end) {
                spent = threads.getCurrentThreadCpuTime();
            }
        }
    }

    @Test
    void attemptsCountTheirProcessorTime() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Computing.class);
        assertThat(value(countersOf(job), TaskCounter.CPU_MILLISECONDS))
                .isGreaterThanOrEqualTo(Computing.NANOS / 1_000_000);
    }

    /** Counts wherever a context is to be had besides the mapper's. */
    static final class CountingInput extends TextInputFormat {
        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            context.getCounter("own", "format").increment(1);
            return new LineRecordReader() {
                @Override
                public void initialize(InputSplit own, TaskAttemptContext given)
                        throws IOException {
                    given.getCounter("own", "reader").increment(1);
                    super.initialize(own, given);
                }
            };
        }
    }

    static final class CountingOutput extends TextOutputFormat<LongWritable, Text> {
        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            return new FileOutputCommitter(getOutputPath(context), context) {
                @Override
                public void setupTask(TaskAttemptContext given) throws IOException {
                    given.getCounter("own", "setup").increment(1);
                    super.setupTask(given);
                }

                @Override
                public void commitTask(TaskAttemptContext given) throws IOException {
                    given.getCounter("own", "commit").increment(1);
                    super.commitTask(given);
                }
            };
        }
    }

    @Test
    void everyContextCountsIntoTheAttemptsCounters() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        job.setInputFormatClass(CountingInput.class);
        job.setOutputFormatClass(CountingOutput.class);
        Counters counters = countersOf(job);
        for (String name : new String[] {"format", "reader", "setup", "commit"}) {
            assertThat(counters.findCounter("own", name).getValue()).as(name).isEqualTo(1);
        }
    }

    /** Makes more counters than a job may have. */
    static final class Immoderate extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void setup(Context context) {
            String limit = "x".repeat(100);
            context.getCounter("own", limit).increment(1);
            for (int i = 0; i < 200; i++) {
                context.getCounter("own", "counter" + i).increment(1);
            }
        }
    }

    @Test
    void moreCountersThanTheLimitFailTheJobInHadoopsWords() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Immoderate.class);
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains(LimitExceededException.class.getSimpleName())
                .contains("Too many counters: 121 max=120");
    }

    /** Notes who asks how far it is, and how often. */
    static final class Watched extends TextInputFormat {
        static final AtomicInteger ASKED = new AtomicInteger();
        static final Set<String> WRONG = new ConcurrentSkipListSet<>();

        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            return new LineRecordReader() {
                private final Thread own = Thread.currentThread();

                @Override
                public float getProgress() throws IOException {
                    ASKED.incrementAndGet();
                    if (Thread.currentThread() != own) {
                        WRONG.add(Thread.currentThread().getName());
                    }
                    return super.getProgress();
                }
            };
        }
    }

    @Test
    void readersAreAskedForTheirProgressRarelyAndOnTheirOwnThread() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Identity.class);
        Files.writeString(directory.resolve("in/lines"), "line\n".repeat(100_000));
        job.setInputFormatClass(Watched.class);
        countersOf(job);
        assertThat(Watched.WRONG).isEmpty();
        assertThat(Watched.ASKED.get()).isBetween(10, 1000);
        TaskReport report = job.getTaskReports(TaskType.MAP)[0];
        assertThat(report.getProgress()).isOne();
        assertThat(job.getStatus().getSetupProgress()).isOne();
        assertThat(job.getStatus().getCleanupProgress()).isOne();
    }

    /** Looks whether what it reports can be seen, in the middle of the attempt. */
    static final class Reporting extends Reducer<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void reduce(LongWritable key, Iterable<Text> values, Context context)
                throws IOException {
            context.setStatus("s".repeat(1000));
            if (context.getStatus().length() > 1000 || context.getProgress() < 0.5f) {
                throw new IOException("progress is " + context.getProgress());
            }
            context.progress();
        }
    }

    @Test
    void statusIsSeenAndCutAtItsLimit() throws Exception {
        conf.setInt("mapreduce.task.max.status.length", 100);
        Job job = withReduces(ClientConf.mapOnly(conf, directory, Identity.class));
        job.setReducerClass(Reporting.class);
        job.setNumReduceTasks(1);
        countersOf(job);
        assertThat(job.getTaskReports(TaskType.REDUCE)[0].getState()).isEqualTo("s".repeat(100));
    }
}
