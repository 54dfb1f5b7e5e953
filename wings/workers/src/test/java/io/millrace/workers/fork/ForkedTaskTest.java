package io.millrace.workers.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.SourceJar;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a task finds around it in a forked JVM, and what it leaves. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
@Tag("jdk")
final class ForkedTaskTest {

    @TempDir Path directory;

    /** Looks around, and leaves a file behind that a later attempt must not see. */
    static final class Curious extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            tell(context, "fresh", !new File("left").exists());
            Files.writeString(Path.of("left"), "something");
            tell(context, "relative", new File("left").length());
            tell(context, "cached", Files.readString(Path.of("word")));
            tell(
                    context,
                    "resource",
                    Thread.currentThread().getContextClassLoader().getResource("word") != null);
            tell(context, "variable", System.getenv("GREETING"));
            tell(context, "option", System.getProperty("test.option"));
            tell(context, "user", UserGroupInformation.getCurrentUser().getShortUserName());
            tell(
                    context,
                    "secret",
                    new String(
                            context.getCredentials().getSecretKey(new Text("key")),
                            StandardCharsets.UTF_8));
            tell(context, "input", System.in.read());
            tell(context, "log4j", System.getProperty("log4j.configuration"));
            context.getCounter("test", "looks").increment(1);
            context.setStatus("looking");
            System.out.println("printed by " + context.getTaskAttemptID());
            System.err.println("complained by " + context.getTaskAttemptID());
            LoggerFactory.getLogger(Curious.class).info("logged by " + context.getTaskAttemptID());
        }

        private static void tell(Context context, String name, Object value)
                throws IOException, InterruptedException {
            context.write(new Text(name + "=" + value), NullWritable.get());
        }
    }

    /** Writes the long and the short name of its user. */
    static final class Names extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            UserGroupInformation user = UserGroupInformation.getCurrentUser();
            context.write(
                    new Text(user.getUserName() + ", " + user.getShortUserName()),
                    NullWritable.get());
        }
    }

    /** Counts in a static map, as code does that has a JVM to itself. */
    static final class Counts extends Mapper<LongWritable, Text, Text, LongWritable> {
        private static final Map<String, Long> COUNTS = new HashMap<>();

        @Override
        protected void setup(Context context) {
            COUNTS.clear();
        }

        @Override
        protected void map(LongWritable key, Text line, Context context) {
            COUNTS.merge(line.toString(), 1L, Long::sum);
            Thread.yield();
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (Map.Entry<String, Long> each : COUNTS.entrySet()) {
                context.write(new Text(each.getKey()), new LongWritable(each.getValue()));
            }
        }
    }

    /** Runs a job of its own and waits for it. */
    static final class Nests extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            JobConf conf = new JobConf(context.getConfiguration());
            conf.unset("mapreduce.input.fileinputformat.inputdir");
            Path inner = Path.of(conf.get("test.inner"));
            try {
                Job job = ForkedJobs.mapOnly(conf, inner, Counts.class, "in");
                if (!job.waitForCompletion(false)) {
                    throw new IOException(
                            "the inner job failed: " + job.getStatus().getFailureInfo());
                }
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }
    }

    @AfterEach
    void noJvmIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    @Test
    void aTaskHasWhatAClusterGivesIt() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.set("mapreduce.map.env", "GREETING=good day");
        conf.set("mapred.child.java.opts", ForkedJobs.QUICK_START + " '-Dtest.option=two words'");
        conf.setInt("millrace.map.threads", 1);
        Path cached = Files.writeString(directory.resolve("cached.txt"), "hidden");
        Job job = ForkedJobs.mapOnly(conf, directory, Curious.class, "one", "two");
        job.addCacheFile(new URI(cached.toUri() + "#word"));
        job.getCredentials().addSecretKey(new Text("key"), "hush".getBytes(StandardCharsets.UTF_8));
        assertThat(job.waitForCompletion(false)).isTrue();
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        assertThat(ForkedJobs.output(directory).stream().distinct())
                .containsExactlyInAnyOrder(
                        "fresh=true",
                        "relative=9",
                        "cached=hidden",
                        "resource=true",
                        "variable=good day",
                        "option=two words",
                        "user=" + user,
                        "secret=hush",
                        "input=-1",
                        "log4j=null");
        assertThat(new File("word")).doesNotExist();
        assertThat(new File("left")).doesNotExist();
        assertThat(job.getCounters().findCounter("test", "looks").getValue()).isEqualTo(2);
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(2);
        for (int task = 0; task < 2; task++) {
            assertLogged(
                    job,
                    "attempt" + job.getJobID().toString().substring(3) + "_m_00000" + task + "_0");
        }
        assertThat(jvms(job)).containsExactly("jvm-map-1");
        assertThat(job.getTaskReports(TaskType.MAP)[0].getState()).isEqualTo("looking");
    }

    @Test
    void theUserOfAJobMayHaveAKerberosRealm() throws Exception {
        UserGroupInformation.setConfiguration(new JobConf());
        Job job =
                UserGroupInformation.createRemoteUser("alice@EXAMPLE.COM")
                        .doAs(
                                (PrivilegedExceptionAction<Job>)
                                        () -> {
                                            Job made =
                                                    ForkedJobs.mapOnly(
                                                            ForkedJobs.conf(directory),
                                                            directory,
                                                            Names.class,
                                                            "one");
                                            made.waitForCompletion(false);
                                            return made;
                                        });
        assertThat(job.isSuccessful()).as(() -> ForkedJobs.failuresOf(job)).isTrue();
        assertThat(ForkedJobs.output(directory)).containsExactly("alice@EXAMPLE.COM, alice");
    }

    private void assertLogged(Job job, String attempt) {
        Path logs = directory.resolve("logs").resolve(job.getJobID().toString()).resolve(attempt);
        assertThat(logs.resolve("stdout")).hasContent("printed by " + attempt);
        assertThat(logs.resolve("stderr")).content().contains("complained by " + attempt);
        assertThat(logs.resolve("syslog")).content().contains("logged by " + attempt);
    }

    private List<String> jvms(Job job) throws IOException {
        try (Stream<Path> all =
                Files.list(directory.resolve("logs").resolve(job.getJobID().toString()))) {
            return all.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.startsWith("jvm-"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void staticsAreNotSharedByAttemptsThatRunAtTheSameTime() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.setInt("millrace.map.threads", 2);
        Job job =
                ForkedJobs.mapOnly(
                        conf, directory, Counts.class, "a\n".repeat(20_000), "b\n".repeat(30_000));
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(ForkedJobs.output(directory)).contains("a\t20000", "b\t30000").hasSize(4);
    }

    @Test
    void aJobMaySayHowManyAttemptsAJvmRuns() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.setInt("millrace.map.threads", 1);
        conf.setNumTasksToExecutePerJvm(1);
        Job job = ForkedJobs.mapOnly(conf, directory, Counts.class, "one", "two");
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(jvms(job)).containsExactly("jvm-map-1", "jvm-map-2");
    }

    @Test
    void aTaskMayRunAJobOfItsOwn() throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        Path inner = directory.resolve("inner");
        conf.set("test.inner", inner.toString());
        Job job = ForkedJobs.mapOnly(conf, directory, Nests.class, "one");
        assertThat(job.waitForCompletion(false)).as(() -> ForkedJobs.failuresOf(job)).isTrue();
        assertThat(ForkedJobs.output(inner)).containsExactly("in\t1");
    }

    @Test
    void classesOfTheJobsJarSortAndGroup() throws Exception {
        Path jar =
                SourceJar.of(
                        directory,
                        "Backwards",
                        """
                        import org.apache.hadoop.io.*;
                        public class Backwards extends WritableComparator {
                            public Backwards() { super(Text.class, true); }
                            @Override public int compare(WritableComparable a, WritableComparable b) {
                                return -super.compare(a, b);
                            }
                        }
                        """);
        Job job =
                ForkedJobs.mapOnly(
                        ForkedJobs.conf(directory), directory, Counts.class, "a\nb\na", "c\nb");
        job.setJar(jar.toString());
        job.getConfiguration().set("mapreduce.job.output.key.comparator.class", "Backwards");
        job.setNumReduceTasks(1);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(Files.readAllLines(directory.resolve("out/part-r-00000")))
                .containsExactly("c\t1", "b\t1", "b\t1", "a\t2");
    }

    @Test
    void forkedJvmsEndWithTheProcessOfTheirJob() throws Exception {
        Path pid = directory.resolve("pid");
        Process parent =
                ChildJvm.start(
                        directory.resolve("client.log"),
                        List.of("-XX:TieredStopAtLevel=1"),
                        ForkingClient.class,
                        directory,
                        pid);
        try {
            Await.until(
                    "the mapper runs",
                    () -> {
                        assertThat(parent.isAlive())
                                .as(() -> TaskLogs.tail(directory.resolve("client.log")))
                                .isTrue();
                        return Files.exists(pid);
                    });
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(Files.readString(pid))).orElseThrow();
            parent.destroyForcibly();
            Await.until("the forked JVM has ended", () -> !child.isAlive());
        } finally {
            parent.destroyForcibly();
        }
    }

    /** A client in a process of its own, whose mapper waits for ever. */
    static final class ForkingClient {
        private ForkingClient() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = ForkedJobs.conf(directory);
            conf.set("test.pid", args[1]);
            ForkedJobs.mapOnly(conf, directory, ForkedDeathTest.Waits.class, "one")
                    .waitForCompletion(false);
        }
    }
}
