package io.millrace.hadoop.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks of the client's process print. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, everywhere
@Tag("jdk")
class TaskPrintsTest {

    @TempDir Path directory;

    private final PrintStream outBefore = System.out;
    private final PrintStream errBefore = System.err;
    private final ByteArrayOutputStream client = new ByteArrayOutputStream();

    /** Prints what it reads, but nothing for "quiet"; on threads of its own, too. */
    static final class Prints extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(new Text("key"), key);
            if (value.toString().equals("quiet")) {
                return;
            }
            System.out.println("mapper reads " + value);
            Thread own = new Thread(() -> System.out.println("thread reads " + value));
            own.start();
            own.join();
        }
    }

    /** Complains when it combines or reduces. */
    static final class Complains extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context)
                throws IOException, InterruptedException {
            System.err.println("complaint of " + context.getTaskAttemptID().getTaskType());
            context.write(key, values.iterator().next());
        }
    }

    @BeforeEach
    void listen() throws IOException {
        PrintStream listening = new PrintStream(client, true, Charset.defaultCharset());
        System.setOut(listening);
        System.setErr(listening);
        Path input = Files.createDirectory(directory.resolve("in"));
        Files.writeString(input.resolve("long"), "first\nsecond\n");
        Files.writeString(input.resolve("short"), "quiet\n");
    }

    @AfterEach
    void restore() {
        System.setOut(outBefore);
        System.setErr(errBefore);
    }

    private Job run(JobConf conf) throws Exception {
        Job job = ClientConf.mapOnly(conf, directory, Prints.class);
        job.setCombinerClass(Complains.class);
        job.setReducerClass(Complains.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(1);
        assertThat(job.waitForCompletion(false)).as(job.getStatus().getFailureInfo()).isTrue();
        return job;
    }

    @Test
    void printsAreKeptForEachAttemptThatHasAnyIfTheJobNamesADirectory() throws Exception {
        JobConf conf = ClientConf.in(directory);
        conf.set("millrace.task.log.dir", directory.resolve("logs").toString());
        // So that the combiner runs on a sort thread.
        conf.set("millrace.collector.kind", "sort");
        Job job = run(conf);
        Path logs = directory.resolve("logs").resolve(job.getJobID().toString());
        String attempt = "attempt" + job.getJobID().toString().substring("job".length());
        try (Stream<Path> folders = Files.list(logs)) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            attempt + "_m_000000_0",
                            attempt + "_m_000001_0",
                            attempt + "_r_000000_0");
        }
        assertThat(logs.resolve(attempt + "_m_000000_0/stdout"))
                .hasContent(
                        "mapper reads first\nthread reads first\nmapper reads second\nthread reads second\n");
        assertThat(logs.resolve(attempt + "_m_000000_0/stderr")).hasContent("complaint of MAP\n");
        assertThat(logs.resolve(attempt + "_m_000001_0/stdout")).doesNotExist();
        assertThat(logs.resolve(attempt + "_r_000000_0/stderr"))
                .hasContent("complaint of REDUCE\n");
        assertClientSawAll();
    }

    @Test
    void otherwisePrintsGoToTheClientsStreamsOnly() throws Exception {
        PrintStream streams = System.out;
        run(ClientConf.in(directory));
        assertThat(System.out).isSameAs(streams);
        assertClientSawAll();
    }

    private void assertClientSawAll() {
        assertThat(client.toString(Charset.defaultCharset()))
                .contains(
                        "mapper reads first",
                        "thread reads second",
                        "complaint of MAP",
                        "complaint of REDUCE");
    }
}
