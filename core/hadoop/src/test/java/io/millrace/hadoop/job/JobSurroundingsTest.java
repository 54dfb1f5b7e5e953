package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What surrounds user code: its thread, its class loader, its file systems. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
@Tag("jdk")
class JobSurroundingsTest {

    private static final String RESOURCE = "only-in-the-jobs-jar.txt";

    @TempDir Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private JobConf conf;

    @BeforeEach
    void makeConf() {
        conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
        conf.setMaxReduceAttempts(1);
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private static void expectResource(String where) {
        if (Thread.currentThread().getContextClassLoader().getResource(RESOURCE) == null) {
            throw new IllegalStateException(
                    where + " does not see the job's classes on " + Thread.currentThread());
        }
    }

    public static final class LookingMapper extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            expectResource("the mapper");
            for (int i = 0; i < 200; i++) {
                context.write(new Text("key" + i % 50), key);
            }
        }
    }

    public static final class LookingReducer
            extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            expectResource("the reducer or combiner");
            context.write(key, values.iterator().next());
        }
    }

    public static final class LookingPartitioner extends Partitioner<Text, LongWritable> {
        @Override
        public int getPartition(Text key, LongWritable value, int partitions) {
            expectResource("the partitioner");
            return Math.floorMod(key.hashCode(), partitions);
        }
    }

    public static final class LookingOrder extends Text.Comparator {

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            expectResource("the comparator");
            return super.compare(a, aStart, aLength, b, bStart, bLength);
        }
    }

    @Test
    void theContextClassLoaderIsTheJobsOnEveryThread() throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, LookingMapper.class);
        Path jar =
                Jars.pack(
                        directory.resolve("job.jar"),
                        Map.of(RESOURCE, "here".getBytes(StandardCharsets.UTF_8)));
        job.setJar(jar.toString());
        job.setCombinerClass(LookingReducer.class);
        job.setReducerClass(LookingReducer.class);
        job.setPartitionerClass(LookingPartitioner.class);
        job.setSortComparatorClass(LookingOrder.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(2);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
    }

    /** Leaves its thread in disorder; says what disorder it found. */
    public static final class Untidy extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        @SuppressWarnings("ThreadPriorityCheck")
        protected void setup(Context context) throws IOException, InterruptedException {
            Thread thread = Thread.currentThread();
            context.write(
                    new Text(thread.getName().replaceAll("\\d+", "n")),
                    new Text(
                            thread.isInterrupted()
                                    + " "
                                    + thread.getPriority()
                                    + " "
                                    + (thread.getUncaughtExceptionHandler()
                                            == thread.getThreadGroup())));
            thread.setName("untidy");
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.setUncaughtExceptionHandler((of, what) -> {});
            thread.setContextClassLoader(null);
            if (context.getTaskAttemptID().getTaskID().getId() > 0) {
                thread.interrupt();
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void aThreadIsCleanForEveryAttempt() throws Exception {
        conf.set("millrace.map.threads", "1");
        Job job = ClientConf.mapOnly(conf, directory, Untidy.class);
        for (int file = 0; file < 4; file++) {
            Files.writeString(directory.resolve("in/more" + file), "line\n");
        }
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        for (int part = 0; part < 5; part++) {
            assertThat(Files.readString(directory.resolve("out/part-m-0000" + part)))
                    .isEqualTo("millrace-map-n\tfalse 5 true\n");
        }
    }

    /** A file system that tells who closes it, and knows its users. */
    public static final class ToldFileSystem extends RawLocalFileSystem {
        static final AtomicInteger OPENED = new AtomicInteger();
        static final AtomicInteger CLOSED = new AtomicInteger();

        public ToldFileSystem() {
            OPENED.incrementAndGet();
        }

        @Override
        public java.net.URI getUri() {
            return java.net.URI.create("told:///");
        }

        @Override
        public void close() throws IOException {
            CLOSED.incrementAndGet();
            super.close();
        }
    }

    public static final class OpensAFileSystem extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            FileSystem told =
                    FileSystem.get(java.net.URI.create("told:///"), context.getConfiguration());
            context.write(
                    new Text("" + told.exists(new org.apache.hadoop.fs.Path("told:///"))),
                    new Text(
                            FileSystem.get(context.getConfiguration()).getWorkingDirectory() + ""));
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void theFileSystemsOfAJobAreItsOwnAndAreClosedAfterIt() throws Exception {
        conf.set("fs.told.impl", ToldFileSystem.class.getName());
        Path work = Files.createDirectory(directory.resolve("work"));
        FileSystem clients = FileSystem.get(java.net.URI.create("told:///"), conf);
        int opened = ToldFileSystem.OPENED.get();
        Job job = ClientConf.mapOnly(conf, directory, OpensAFileSystem.class);
        job.setWorkingDirectory(new org.apache.hadoop.fs.Path(work.toUri()));
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        assertThat(ToldFileSystem.OPENED.get()).isEqualTo(opened + 1);
        Await.until("the job's is closed", () -> ToldFileSystem.CLOSED.get() == 1);
        assertThat(FileSystem.get(java.net.URI.create("told:///"), conf)).isSameAs(clients);
        clients.close();
        assertThat(Files.readString(directory.resolve("out/part-m-00000")))
                .isEqualTo("true\tfile:" + work + "\n");
    }
}
