package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.SourceJar;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.filecache.DistributedCache;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.GenericOptionsParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What jobs do with the distributed cache, beyond reading a file from it. */
@Sampled(oneIn = 3)
class CacheJobsTest {

    private static final Path HERE = Path.of(System.getProperty("user.dir"));

    @TempDir Path directory;

    private JobConf conf;

    @BeforeEach
    void makeConf() {
        conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
    }

    /** Reads a link, then waits for the test, then reads it again. */
    static final class ReadsTwice extends Mapper<LongWritable, Text, Text, NullWritable> {
        static volatile CountDownLatch read = new CountDownLatch(0);
        static volatile CountDownLatch goOn = new CountDownLatch(0);

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Path link = HERE.resolve(context.getConfiguration().get("test.link"));
            String first = Files.readString(link);
            if (context.getConfiguration().getBoolean("test.wait", false)) {
                read.countDown();
                goOn.await();
            }
            context.write(new Text(first + Files.readString(link)), NullWritable.get());
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void archivesOfTheCommandLineAreThereWithTheirLinks() throws Exception {
        Path packed = directory.resolve("tree.tgz");
        try (TarArchiveOutputStream out =
                new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(packed)))) {
            add(out, new TarArchiveEntry("data/file"), "packed");
            TarArchiveEntry link = new TarArchiveEntry("data/link", TarConstants.LF_SYMLINK);
            link.setLinkName("file");
            add(out, link, "");
        }
        new GenericOptionsParser(conf, new String[] {"-archives", packed.toUri() + "#tree"});
        Job job = reading("tree/data/link");
        assertThat(output(job)).isEqualTo("packedpacked\n");
        assertThat(Files.exists(HERE.resolve("tree"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void anArchiveWithALinkThatLeadsOutFailsTheJob() throws Exception {
        Path packed = directory.resolve("evil.tar");
        try (TarArchiveOutputStream out =
                new TarArchiveOutputStream(Files.newOutputStream(packed))) {
            TarArchiveEntry link = new TarArchiveEntry("out", TarConstants.LF_SYMLINK);
            link.setLinkName(directory.toString());
            add(out, link, "");
            add(out, new TarArchiveEntry("out/escaped"), "evil");
        }
        Job job = reading("none");
        job.addCacheArchive(packed.toUri());
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains("evil.tar")
                .contains("out/escaped leads through the link out");
        assertThat(directory.resolve("escaped")).doesNotExist();
    }

    @Test
    void theFirstOfTwoFilesHasTheLink() throws Exception {
        Path first = Files.writeString(directory.resolve("first"), "1");
        Path second = Files.writeString(directory.resolve("second"), "2");
        Job job = reading("same");
        job.addCacheFile(URI.create(first.toUri() + "#same"));
        job.addCacheFile(URI.create(second.toUri() + "#same"));
        assertThat(output(job)).isEqualTo("11\n");
    }

    /** Runs a cached program by its link. */
    static final class RunsAProgram extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(HERE.resolve("program").toString()).start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            context.write(new Text(said.strip()), NullWritable.get());
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void aCachedProgramCanBeRunAndTheUsersFileStaysAsItIs() throws Exception {
        Path script = Files.writeString(directory.resolve("script"), "#!/bin/sh\necho it runs\n");
        for (String permissions : List.of("rw-r--r--", "rw-------")) {
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString(permissions));
            Job job = ClientConf.mapOnly(conf, directory, RunsAProgram.class);
            job.addCacheFile(URI.create(script.toUri() + "#program"));
            assertThat(output(job)).isEqualTo("it runs\n");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
                    .isEqualTo(permissions);
            Files.move(directory.resolve("out"), directory.resolve("out" + permissions));
        }
    }

    @Test
    void aJobWithAnotherFileUnderTheSameLinkWaitsOrFailsNamingBoth() throws Exception {
        Path first = Files.writeString(directory.resolve("first"), "1");
        Path second = Files.writeString(directory.resolve("second"), "2");
        ReadsTwice.read = new CountDownLatch(1);
        ReadsTwice.goOn = new CountDownLatch(1);
        Job holder = reading("shared");
        holder.getConfiguration().setBoolean("test.wait", true);
        holder.addCacheFile(URI.create(first.toUri() + "#shared"));
        holder.submit();
        ReadsTwice.read.await();

        Job waiting = into("out-waiting", reading("shared"));
        waiting.addCacheFile(URI.create(second.toUri() + "#shared"));
        try {
            assertRefusedAndShared(first, second);
            waiting.submit();
        } finally {
            ReadsTwice.goOn.countDown();
        }
        assertThat(waiting.waitForCompletion(false)).isTrue();
        assertThat(holder.waitForCompletion(false)).isTrue();
        assertThat(directory.resolve("out/part-m-00000")).hasContent("11");
        assertThat(directory.resolve("out-waiting/part-m-00000")).hasContent("22");
        assertThat(Files.exists(HERE.resolve("shared"), LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void aJobThatWaitsForALinkCanBeKilled() throws Exception {
        Path first = Files.writeString(directory.resolve("first"), "1");
        Path second = Files.writeString(directory.resolve("second"), "2");
        ReadsTwice.read = new CountDownLatch(1);
        ReadsTwice.goOn = new CountDownLatch(1);
        Job holder = reading("shared");
        holder.getConfiguration().setBoolean("test.wait", true);
        holder.addCacheFile(URI.create(first.toUri() + "#shared"));
        holder.submit();
        ReadsTwice.read.await();
        try {
            Job waiting = into("out-waiting", reading("shared"));
            waiting.addCacheFile(URI.create(second.toUri() + "#shared"));
            waiting.submit();
            Await.until(
                    "the job waits",
                    () ->
                            Thread.getAllStackTraces().entrySet().stream()
                                    .anyMatch(CacheJobsTest::awaitsALink));
            waiting.killJob();
            Await.until("the job ends", waiting::isComplete);
            assertThat(waiting.getStatus().getState()).isEqualTo(JobStatus.State.KILLED);
            assertThat(HERE.resolve("shared")).hasContent("1");
        } finally {
            ReadsTwice.goOn.countDown();
        }
        assertThat(holder.waitForCompletion(false)).isTrue();
    }

    private static boolean awaitsALink(Map.Entry<Thread, StackTraceElement[]> thread) {
        return Stream.of(thread.getValue())
                .anyMatch(frame -> frame.getMethodName().equals("awaitOthers"));
    }

    @Test
    @Timeout(120)
    void aJobOfATaskWhoseOwnJobHasTheLinkNamesTheJarThatItLacks() throws Exception {
        assertThat(output(NestedLinks.job(conf, directory)))
                .startsWith("1Job preparation failed")
                .contains(
                        "links cached files under names that a job whose tasks wait for it uses for other files")
                .contains("millrace-workers.jar, which starts them, is not on the class path");
        assertThat(directory.resolve("out-inner")).doesNotExist();
    }

    /** Submits a job that links the file of its own line. */
    static final class Links extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            JobConf outer = new JobConf(context.getConfiguration());
            Path directory = Path.of(outer.get("test.directory"));
            try {
                Job inner =
                        NestedLinks.inner(
                                outer, directory.resolve(line.toString()), ReadsTwice.class);
                inner.getConfiguration().set("test.link", "shared");
                inner.getConfiguration().setBoolean("test.wait", true);
                NestedLinks.into(inner, directory.resolve("out-" + line));
                inner.waitForCompletion(false);
                context.write(new Text(inner.getStatus().getFailureInfo()), NullWritable.get());
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }
    }

    /** With workers, they would run side by side, in separate JVMs. */
    @Test
    @Timeout(120)
    void jobsOfTasksTakeTurnsAtALink() throws Exception {
        conf.set("test.directory", directory.toString());
        conf.setInt("millrace.map.threads", 2);
        ReadsTwice.read = new CountDownLatch(1);
        ReadsTwice.goOn = new CountDownLatch(1);
        Path input = Files.createDirectory(directory.resolve("in"));
        for (String name : List.of("first", "second")) {
            Files.writeString(input.resolve(name), name + "\n");
            Files.writeString(directory.resolve(name), name);
        }
        Job outer = ClientConf.mapOnly(conf, directory, Links.class);
        outer.submit();
        try {
            ReadsTwice.read.await();
            Await.until(
                    "the other job waits",
                    () ->
                            Thread.getAllStackTraces().entrySet().stream()
                                    .anyMatch(CacheJobsTest::awaitsALink));
        } finally {
            ReadsTwice.goOn.countDown();
        }
        assertThat(outer.waitForCompletion(false)).as(outer.getStatus().getFailureInfo()).isTrue();
        for (String name : List.of("first", "second")) {
            try (Stream<Path> parts = Files.list(directory.resolve("out-" + name))) {
                assertThat(parts.filter(each -> each.getFileName().toString().startsWith("part-")))
                        .isNotEmpty()
                        .allSatisfy(each -> assertThat(each).hasContent(name + name));
            }
        }
    }

    private void assertRefusedAndShared(Path first, Path second) throws Exception {
        conf.set("millrace.cache.link.conflict", "fail");
        Job refused = into("out-refused", reading("shared"));
        refused.addCacheFile(URI.create(second.toUri() + "#shared"));
        assertThat(refused.waitForCompletion(false)).isFalse();
        assertThat(refused.getStatus().getFailureInfo())
                .contains(second.toString())
                .contains(HERE.resolve("shared") + " -> ");

        Job same = into("out-same", reading("shared"));
        same.addCacheFile(URI.create(first.toUri() + "#shared"));
        assertThat(same.waitForCompletion(false)).isTrue();
    }

    @Test
    void aKilledJobLeavesNoLink() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "1");
        ReadsTwice.read = new CountDownLatch(1);
        ReadsTwice.goOn = new CountDownLatch(1);
        Job job = reading("of-a-killed-job");
        job.getConfiguration().setBoolean("test.wait", true);
        job.addCacheFile(URI.create(file.toUri() + "#of-a-killed-job"));
        job.submit();
        ReadsTwice.read.await();
        job.killJob();
        Await.until("the job ends", job::isComplete);
        assertThat(Files.exists(HERE.resolve("of-a-killed-job"), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    /** Tells where an old API mapper finds its cached files. */
    public static final class OldReading extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, NullWritable> {
        private String found = "";

        @Override
        @SuppressWarnings("deprecation")
        public void configure(JobConf job) {
            try {
                for (org.apache.hadoop.fs.Path path : DistributedCache.getLocalCacheFiles(job)) {
                    found += path.getName() + "=" + Files.readString(Path.of(path.toString()));
                }
                for (org.apache.hadoop.fs.Path path : DistributedCache.getLocalCacheArchives(job)) {
                    found += path.getName();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void map(
                LongWritable key,
                Text value,
                OutputCollector<Text, NullWritable> output,
                Reporter reporter)
                throws IOException {
            output.collect(new Text(found), NullWritable.get());
        }
    }

    @Test
    @SuppressWarnings("deprecation")
    void theOldApiFindsFilesUnderTheNamesOfTheirLinks() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "1");
        Path jar = Jars.pack(directory.resolve("a.jar"), Map.of("entry", new byte[1]));
        Job job = reading("none");
        JobConf old = new JobConf(job.getConfiguration());
        old.setUseNewMapper(false);
        old.unset("mapreduce.job.map.class");
        old.setMapperClass(OldReading.class);
        DistributedCache.addCacheFile(URI.create(file.toUri() + "#named"), old);
        DistributedCache.addCacheArchive(URI.create(jar.toUri() + "#unpacked"), old);
        assertThat(JobClient.runJob(old).isSuccessful()).isTrue();
        assertThat(Files.readString(directory.resolve("out/part-00000")))
                .startsWith("named=1unpacked");
    }

    /** Writes what a class of the job's class path says. */
    static final class Loading extends Mapper<LongWritable, Text, Text, NullWritable> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Configuration seen = context.getConfiguration();
            for (String name : seen.getTrimmedStrings("test.classes")) {
                try {
                    Object made = seen.getClassByName(name).getDeclaredConstructor().newInstance();
                    context.write(new Text(made.toString()), NullWritable.get());
                } catch (ReflectiveOperationException e) {
                    throw new IOException(e);
                }
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void filesAndArchivesOfTheClassPathAreOnIt() throws Exception {
        Path jar = SourceJar.of(directory, "OfAJar", says("OfAJar", "jar"));
        Path classes = SourceJar.of(directory, "OfAnArchive", says("OfAnArchive", "archive"));
        Path archive = Files.copy(classes, directory.resolve("classes.zip"));
        Job job = ClientConf.mapOnly(conf, directory, Loading.class);
        job.addFileToClassPath(new org.apache.hadoop.fs.Path(jar.toUri()));
        job.addArchiveToClassPath(new org.apache.hadoop.fs.Path(archive.toUri()));
        job.getConfiguration().set("test.classes", "OfAJar,OfAnArchive");
        assertThat(output(job)).isEqualTo("jar\narchive\n");
    }

    @Test
    void aTotalOrderTakesItsBoundariesFromTheCache() throws Exception {
        TotalOrders.check(conf, directory);
    }

    private static String says(String name, String what) {
        return "public class "
                + name
                + " { public String toString() { return \""
                + what
                + "\"; } }";
    }

    private static void add(TarArchiveOutputStream out, TarArchiveEntry entry, String content)
            throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        entry.setSize(bytes.length);
        out.putArchiveEntry(entry);
        ((OutputStream) out).write(bytes);
        out.closeArchiveEntry();
    }

    private Job reading(String link) throws IOException {
        Job job = ClientConf.mapOnly(conf, directory, ReadsTwice.class);
        job.getConfiguration().set("test.link", link);
        return job;
    }

    private Job into(String output, Job job) {
        org.apache.hadoop.mapreduce.lib.output.FileOutputFormat.setOutputPath(
                job, new org.apache.hadoop.fs.Path(directory.resolve(output).toUri()));
        return job;
    }

    private String output(Job job) throws Exception {
        job.waitForCompletion(false);
        assertThat(job.getStatus().getFailureInfo()).isEmpty();
        return Files.readString(directory.resolve("out/part-m-00000"));
    }
}
