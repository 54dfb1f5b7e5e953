package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.util.GenericOptionsParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distributed cache, through Hadoop's own client. */
class JobCacheTest {

    private static final Path HERE = Path.of(System.getProperty("user.dir"));

    @TempDir Path directory;

    private JobConf conf;

    @BeforeEach
    void makeConf() {
        conf = ClientConf.in(directory);
        conf.setMaxMapAttempts(1);
    }

    /**
     * Writes the content of each cache file: by its local path, then by the links that the job
     * names.
     */
    static final class Reading extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        @SuppressWarnings("deprecation")
        protected void setup(Context context) throws IOException, InterruptedException {
            org.apache.hadoop.fs.Path[] files = context.getLocalCacheFiles();
            for (org.apache.hadoop.fs.Path file :
                    files == null ? new org.apache.hadoop.fs.Path[0] : files) {
                context.write(
                        new Text("file"),
                        new Text(Files.readString(Path.of(file.toUri().getPath()))));
            }
            org.apache.hadoop.fs.Path[] archives = context.getLocalCacheArchives();
            for (org.apache.hadoop.fs.Path archive :
                    archives == null ? new org.apache.hadoop.fs.Path[0] : archives) {
                context.write(
                        new Text("archive"),
                        new Text(Files.readString(Path.of(archive.toUri().getPath(), "entry"))));
            }
            for (String link : context.getConfiguration().getTrimmedStrings("test.links")) {
                context.write(new Text("link"), new Text(Files.readString(HERE.resolve(link))));
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void filesAndLinksAreThereInTheOrderOfTheJob() throws Exception {
        Path first = Files.writeString(directory.resolve("first"), "1");
        Path second = Files.writeString(directory.resolve("second"), "2");
        Files.setPosixFilePermissions(second, PosixFilePermissions.fromString("rw-------"));
        Job job = job("link-one,link-two");
        job.addCacheFile(URI.create(first.toUri() + "#link-one"));
        job.addCacheFile(URI.create(second.toUri() + "#link-two"));
        assertThat(run(job)).isEqualTo("file\t1\nfile\t2\nlink\t1\nlink\t2\n");
        assertNoLinks("link-one", "link-two");
    }

    @Test
    void archivesAreUnpacked() throws Exception {
        Path zip = zip("archive.zip", Map.of("entry", "packed"));
        Path jar =
                Jars.pack(
                        directory.resolve("archive.jar"),
                        Map.of("entry", "jarred".getBytes(StandardCharsets.UTF_8)));
        Job job = job("unzipped/entry");
        job.addCacheArchive(URI.create(zip.toUri() + "#unzipped"));
        job.addCacheArchive(URI.create(jar.toUri() + "#unjarred"));
        assertThat(run(job)).isEqualTo("archive\tpacked\narchive\tjarred\nlink\tpacked\n");
        assertNoLinks("unzipped", "unjarred");
    }

    @Test
    void anArchiveThatReachesOutsideIsRefused() throws Exception {
        Path zip = zip("evil.zip", Map.of("../../escaped", "evil"));
        Job job = job("");
        job.addCacheArchive(zip.toUri());
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo()).startsWith("Job preparation failed");
        assertThat(directory)
                .satisfies(root -> {
                    try (var files = Files.walk(root)) {
                        assertThat(files.map(file -> file.getFileName().toString()))
                                .doesNotContain("escaped");
                    }
                });
    }

    @Test
    void filesOfTheCommandLineAreThere() throws Exception {
        Path file = Files.writeString(directory.resolve("given.txt"), "given");
        new GenericOptionsParser(conf, new String[] {"-files", file.toUri() + "#given-link"});
        assertThat(run(job("given-link"))).isEqualTo("file\tgiven\nlink\tgiven\n");
        assertNoLinks("given-link");
    }

    @Test
    void theFilesOfADirectoryAreThereWithAWildcard() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("folder"));
        Files.writeString(folder.resolve("wild-a"), "a");
        Files.writeString(folder.resolve("wild-b"), "b");
        Job job = job("wild-a,wild-b");
        job.addCacheFile(new URI(folder.toUri() + "*"));
        job.setMapperClass(LinkReading.class);
        assertThat(run(job)).isEqualTo("link\ta\nlink\tb\n");
        assertNoLinks("wild-a", "wild-b");
    }

    static final class LinkReading extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            for (String link : context.getConfiguration().getTrimmedStrings("test.links")) {
                context.write(new Text("link"), new Text(Files.readString(HERE.resolve(link))));
            }
        }

        @Override
        protected void map(LongWritable key, Text value, Context context) {}
    }

    @Test
    void anotherFileUnderTheLinksNameFailsTheJobUnlessItMayBeUsed() throws Exception {
        Path file = Files.writeString(directory.resolve("wanted"), "wanted");
        Path there = Files.writeString(HERE.resolve("conflicting-link"), "there before");
        try {
            Job job = job("conflicting-link");
            job.addCacheFile(URI.create(file.toUri() + "#conflicting-link"));
            assertThat(job.waitForCompletion(false)).isFalse();
            assertThat(job.getStatus().getFailureInfo())
                    .contains(there.toString())
                    .contains("millrace.cache.link.conflict");
            conf.set("millrace.cache.link.conflict", "ignore");
            Job second = job("conflicting-link");
            second.addCacheFile(URI.create(file.toUri() + "#conflicting-link"));
            assertThat(run(second)).isEqualTo("file\twanted\nlink\tthere before\n");
            assertThat(there).hasContent("there before");
        } finally {
            Files.delete(there);
        }
    }

    @Test
    void aFileThatChangesAfterTheSubmissionIsNoticed() throws Exception {
        Path file = Files.writeString(directory.resolve("changing"), "1");
        Job job = job("");
        job.addCacheFile(file.toUri());
        job.setInputFormatClass(Touching.class);
        job.getConfiguration().set("test.touch", file.toString());
        assertThat(job.waitForCompletion(false)).isFalse();
        assertThat(job.getStatus().getFailureInfo())
                .contains("has changed since the job was submitted");
    }

    /**
     * Changes the cached file while the client makes the splits, that is after it has noted the
     * file's time.
     */
    static final class Touching extends TextInputFormat {
        @Override
        public List<InputSplit> getSplits(JobContext job) throws IOException {
            Files.setLastModifiedTime(
                    Path.of(job.getConfiguration().get("test.touch")), FileTime.fromMillis(1));
            return super.getSplits(job);
        }
    }

    private Job job(String links) throws IOException {
        Job job = ClientConf.mapOnly(conf, directory, Reading.class);
        job.getConfiguration().set("test.links", links);
        return job;
    }

    private String run(Job job) throws Exception {
        job.waitForCompletion(true);
        assertThat(job.getStatus().getFailureInfo()).isEmpty();
        return Files.readString(directory.resolve("out/part-m-00000"));
    }

    private static void assertNoLinks(String... names) {
        assertThat(
                        Arrays.stream(names)
                                .filter(name ->
                                        Files.exists(HERE.resolve(name), LinkOption.NOFOLLOW_LINKS))
                                .collect(Collectors.toList()))
                .isEmpty();
    }

    private Path zip(String name, Map<String, String> entries) throws IOException {
        Path zip = directory.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return zip;
    }
}
