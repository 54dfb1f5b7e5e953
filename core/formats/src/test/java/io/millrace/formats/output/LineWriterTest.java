package io.millrace.formats.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.testing.Registered;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that are written here against those of Hadoop's own writer. */
class LineWriterTest {

    private static final int FILES = 20;
    private static final int RECORDS = 400;
    private static final int LONGEST = 150_000;

    @TempDir private java.nio.file.Path folder;
    private final Configuration conf = new Configuration();

    @Test
    void filesChecksumsAndStatisticsAreThoseOfHadoopsWriter() throws Exception {
        Random random = Seeds.random("written lines");
        for (int i = 0; i < FILES; i++) {
            if (i % 2 == 0) {
                conf.unset(TextOutputFormat.SEPARATOR);
            } else {
                conf.set(TextOutputFormat.SEPARATOR, i % 3 == 0 ? "" : " é ");
            }
            List<@Nullable Object> objects = objects(random);
            TextOutputFormat<Object, Object> format = new TextOutputFormat<>();
            TaskAttemptContext context = context("own" + i);
            long own = written(format.getRecordWriter(context), objects, context);

            Measured meter = new Measured();
            TaskAttemptContext other = context("known" + i);
            long known =
                    written(
                            Objects.requireNonNull(
                                    Registered.writer(new TextOutputFormat<>(), other, meter)),
                            objects,
                            other);

            assertThat(known).as(Seeds.line()).isEqualTo(own);
            assertThat(meter.total).isEqualTo(meter.statistics.bytesWritten() - meter.first);
            assertThat(files("known" + i)).as(Seeds.line()).isEqualTo(files("own" + i));
            compareOld(objects, i);
        }
    }

    /** Files of the old API, once for files that are there already. */
    private void compareOld(List<@Nullable Object> objects, int number) throws Exception {
        var format = new org.apache.hadoop.mapred.TextOutputFormat<Object, Object>();
        for (int time = 0; time < 2; time++) {
            JobConf own = oldConf("old-own" + number);
            writeOld(
                    format.getRecordWriter(FileSystem.get(own), own, "part", Reporter.NULL),
                    objects);
            JobConf known = oldConf("old-known" + number);
            Measured meter = new Measured();
            writeOld(
                    Objects.requireNonNull(
                            Registered.writer(format, known, "part", Reporter.NULL, meter)),
                    objects);
            assertThat(meter.total).isEqualTo(meter.statistics.bytesWritten() - meter.first);
            assertThat(files("old-known" + number))
                    .as(Seeds.line())
                    .isEqualTo(files("old-own" + number));
        }
    }

    private JobConf oldConf(String output) {
        JobConf own = new JobConf(conf);
        own.set(FileOutputFormat.OUTDIR, new Path(folder.resolve(output).toUri()).toString());
        own.set(MRJobConfig.TASK_ATTEMPT_ID, "attempt_1_0001_r_000000_0");
        return own;
    }

    private static void writeOld(
            org.apache.hadoop.mapred.RecordWriter<Object, Object> writer,
            List<@Nullable Object> objects)
            throws IOException {
        for (int i = 0; i < objects.size(); i += 2) {
            writeAnything(writer, objects.get(i), objects.get(i + 1));
        }
        writer.close(Reporter.NULL);
    }

    @SuppressWarnings("NullAway") // Hadoop's writers take null
    private static void writeAnything(
            org.apache.hadoop.mapred.RecordWriter<Object, Object> writer,
            @Nullable Object key,
            @Nullable Object value)
            throws IOException {
        writer.write(key, value);
    }

    @Test
    void aSubclassAndCompressedOutputAreLeftToTheFormat() throws IOException {
        TaskAttemptContext context = context("none");
        assertThat(Registered.writer(new TextOutputFormat<>() {}, context, new Measured()))
                .isNull();
        conf.setBoolean(FileOutputFormat.COMPRESS, true);
        assertThat(Registered.writer(new TextOutputFormat<>(), context("none"), new Measured()))
                .isNull();
        JobConf old = oldConf("none");
        var subclass = new org.apache.hadoop.mapred.TextOutputFormat<Object, Object>() {};
        assertThat(Registered.writer(subclass, old, "part", Reporter.NULL, new Measured()))
                .isNull();
        assertThat(
                        Registered.writer(
                                new org.apache.hadoop.mapred.TextOutputFormat<>(),
                                old,
                                "part",
                                Reporter.NULL,
                                new Measured()))
                .isNull();
        assertThat(folder.resolve("none")).doesNotExist();
    }

    private static List<@Nullable Object> objects(Random random) {
        List<@Nullable Object> objects = new ArrayList<>();
        for (int i = 0; i < 2 * RECORDS; i++) {
            objects.add(
                    switch (random.nextInt(7)) {
                        case 0 -> null;
                        case 1 -> NullWritable.get();
                        case 2 -> new IntWritable(random.nextInt());
                        case 3 -> "plain é " + random.nextInt();
                        case 4 -> new Text("x".repeat(random.nextInt(i % 50 == 0 ? LONGEST : 9)));
                        default -> new Text("text " + random.nextInt());
                    });
        }
        return objects;
    }

    private TaskAttemptContext context(String output) {
        Configuration own = new Configuration(conf);
        own.set(FileOutputFormat.OUTDIR, new Path(folder.resolve(output).toUri()).toString());
        own.setInt(MRJobConfig.TASK_PARTITION, 0);
        return new TaskAttemptContextImpl(own, TaskAttemptID.forName("attempt_1_0001_r_000000_0"));
    }

    /** Writes pairs of the objects; how many bytes the file system counted until the end. */
    private long written(
            RecordWriter<Object, Object> writer,
            List<@Nullable Object> objects,
            TaskAttemptContext context)
            throws Exception {
        ThreadStatistics statistics =
                ThreadStatistics.of(FileOutputFormat.getOutputPath(context), conf);
        long before = statistics.bytesWritten();
        for (int i = 0; i < objects.size(); i += 2) {
            writeAnything(writer, objects.get(i), objects.get(i + 1));
        }
        writer.close(context);
        return statistics.bytesWritten() - before;
    }

    @SuppressWarnings("NullAway") // Hadoop's writers take null
    private static void writeAnything(
            RecordWriter<Object, Object> writer, @Nullable Object key, @Nullable Object value)
            throws IOException, InterruptedException {
        writer.write(key, value);
    }

    /** Path below the output folder to content, files of checksums with it. */
    private Map<String, List<Byte>> files(String output) throws IOException {
        java.nio.file.Path root = folder.resolve(output);
        Map<String, List<Byte>> files = new TreeMap<>();
        try (Stream<java.nio.file.Path> all = Files.walk(root)) {
            for (java.nio.file.Path file : all.filter(Files::isRegularFile).toList()) {
                List<Byte> content = new ArrayList<>();
                for (byte each : Files.readAllBytes(file)) {
                    content.add(each);
                }
                files.put(root.relativize(file).toString(), content);
            }
        }
        assertThat(files).isNotEmpty();
        return files;
    }

    /** Adds up what is written while it is told so. */
    private final class Measured implements FileMeter {
        private final ThreadStatistics statistics;
        private final long first;
        private long begun;
        private long total;

        Measured() throws IOException {
            statistics = ThreadStatistics.of(new Path(folder.toUri()), conf);
            first = statistics.bytesWritten();
        }

        @Override
        public void begin() {
            begun = statistics.bytesWritten();
        }

        @Override
        public void end() {
            total += statistics.bytesWritten() - begun;
        }
    }
}
