package io.millrace.formats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.testing.Registered;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.serializer.JavaSerialization;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SequenceFiles that are written here against those of Hadoop's own writer. */
class SequenceWriterTest {

    private static final int FILES = Soak.cases(12, 240);
    private static final int LONGEST = 300_000;
    private static final int MARK_BYTES = 16;

    @TempDir private java.nio.file.Path folder;
    private final Configuration conf = new Configuration();

    @Test
    void filesHaveTheBytesOfHadoopsWriterButForTheirMarks() throws Exception {
        conf.setStrings(
                "io.serializations",
                WritableSerialization.class.getName(),
                JavaSerialization.class.getName());
        Random random = Seeds.random("written sequences");
        for (int i = 0; i < FILES; i++) {
            Class<?> keys = type(random);
            Class<?> values = type(random);
            List<Object> objects = objects(random, keys, values);
            TaskAttemptContext own = context("own" + i, keys, values);
            write(new SequenceFileOutputFormat<>().getRecordWriter(own), objects, own);
            TaskAttemptContext other = context("known" + i, keys, values);
            write(
                    Objects.requireNonNull(
                            Registered.writer(
                                    new SequenceFileOutputFormat<>(), other, new Meter())),
                    objects,
                    other);
            assertThat(unmarked("known" + i)).as(Seeds.line()).isEqualTo(unmarked("own" + i));
            compareOld(objects, keys, values, i);
        }
    }

    /** Files of the old API, once for files that are there already. */
    private void compareOld(List<Object> objects, Class<?> keys, Class<?> values, int number)
            throws Exception {
        var format = new org.apache.hadoop.mapred.SequenceFileOutputFormat<Object, Object>();
        for (int time = 0; time < 2; time++) {
            JobConf own = oldConf("old-own" + number, keys, values);
            writeOld(
                    format.getRecordWriter(FileSystem.get(own), own, "part", Reporter.NULL),
                    objects);
            JobConf known = oldConf("old-known" + number, keys, values);
            writeOld(
                    Objects.requireNonNull(
                            Registered.writer(format, known, "part", Reporter.NULL, new Meter())),
                    objects);
            assertThat(unmarked("old-known" + number))
                    .as(Seeds.line())
                    .isEqualTo(unmarked("old-own" + number));
        }
    }

    @Test
    void aSubclassAndCompressedOutputAreLeftToTheFormat() throws IOException {
        TaskAttemptContext context = context("none", Text.class, Text.class);
        assertThat(Registered.writer(new SequenceFileOutputFormat<>() {}, context, new Meter()))
                .isNull();
        conf.setBoolean(FileOutputFormat.COMPRESS, true);
        TaskAttemptContext compressed = context("none", Text.class, Text.class);
        assertThat(Registered.writer(new SequenceFileOutputFormat<>(), compressed, new Meter()))
                .isNull();
        var old = new org.apache.hadoop.mapred.SequenceFileOutputFormat<Object, Object>();
        JobConf oldConf = oldConf("none", Text.class, Text.class);
        assertThat(Registered.writer(old, oldConf, "part", Reporter.NULL, new Meter())).isNull();
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void aRecordOfAnotherClassIsRefusedAsHadoopRefusesIt() throws Exception {
        TaskAttemptContext context = context("classes", Text.class, IntWritable.class);
        RecordWriter<Object, Object> writer =
                Objects.requireNonNull(
                        Registered.writer(new SequenceFileOutputFormat<>(), context, new Meter()));
        writer.write(new Text("a"), new IntWritable(1));
        assertThatThrownBy(() -> writer.write(new IntWritable(1), new IntWritable(1)))
                .hasMessage(
                        "wrong key class: org.apache.hadoop.io.IntWritable is not " + Text.class);
        assertThatThrownBy(() -> writer.write(new Text(), new Text()))
                .hasMessage(
                        "wrong value class: org.apache.hadoop.io.Text is not " + IntWritable.class);
        writer.close(context);
    }

    @Test
    void nothingInsteadOfAKeyOrAValueIsRefusedInHadoopsWords() throws Exception {
        TaskAttemptContext context = context("ours", Text.class, Text.class);
        RecordWriter<Object, Object> writer =
                Objects.requireNonNull(
                        Registered.writer(new SequenceFileOutputFormat<>(), context, new Meter()));
        TaskAttemptContext plain = context("plain", Text.class, Text.class);
        RecordWriter<Object, Object> hadoops =
                new SequenceFileOutputFormat<Object, Object>().getRecordWriter(plain);
        for (Object[] each : new Object[][] {{null, new Text()}, {new Text(), null}}) {
            Throwable expected = catchThrowable(() -> hadoops.write(each[0], each[1]));
            assertThatThrownBy(() -> writer.write(each[0], each[1]))
                    .hasSameClassAs(expected)
                    .hasMessage(expected.getMessage());
        }
        writer.close(context);
        hadoops.close(plain);
    }

    @Test
    void aRecordThatFailsHalfWayLeavesNothing() throws Exception {
        TaskAttemptContext context = context("failing", Text.class, Failing.class);
        RecordWriter<Object, Object> writer =
                Objects.requireNonNull(
                        Registered.writer(new SequenceFileOutputFormat<>(), context, new Meter()));
        TaskAttemptContext plain = context("plain", Text.class, Failing.class);
        RecordWriter<Object, Object> hadoops =
                new SequenceFileOutputFormat<Object, Object>().getRecordWriter(plain);
        for (RecordWriter<Object, Object> each : List.of(writer, hadoops)) {
            each.write(new Text("first"), new Failing(false));
            assertThatThrownBy(() -> each.write(new Text("second"), new Failing(true)))
                    .hasMessage("asked to fail");
            each.write(new Text("third"), new Failing(false));
        }
        writer.close(context);
        hadoops.close(plain);
        assertThat(unmarked("failing")).isEqualTo(unmarked("plain"));
    }

    /** Writes more than a buffer, and then may fail. */
    public static final class Failing implements org.apache.hadoop.io.Writable {
        private final boolean fails;

        Failing(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void write(java.io.DataOutput out) throws IOException {
            out.write(new byte[100_000]);
            if (fails) {
                throw new IOException("asked to fail");
            }
        }

        @Override
        public void readFields(java.io.DataInput in) {}
    }

    private static Class<?> type(Random random) {
        return List.of(
                        Text.class,
                        BytesWritable.class,
                        IntWritable.class,
                        LongWritable.class,
                        NullWritable.class,
                        String.class)
                .get(random.nextInt(6));
    }

    private static List<Object> objects(Random random, Class<?> keys, Class<?> values) {
        List<Object> objects = new ArrayList<>();
        int count = random.nextInt(3000);
        for (int i = 0; i < count; i++) {
            int size = random.nextInt(random.nextInt(200) == 0 ? LONGEST : 200);
            objects.add(object(keys, random.nextInt(50)));
            objects.add(object(values, size));
        }
        return objects;
    }

    private static Object object(Class<?> type, int size) {
        if (type == Text.class) {
            return new Text("x".repeat(size));
        } else if (type == BytesWritable.class) {
            return new BytesWritable(new byte[size]);
        } else if (type == IntWritable.class) {
            return new IntWritable(size);
        } else if (type == LongWritable.class) {
            return new LongWritable(-size);
        } else if (type == NullWritable.class) {
            return NullWritable.get();
        }
        return "s".repeat(size);
    }

    private Configuration conf(String output, Class<?> keys, Class<?> values) {
        Configuration own = new Configuration(conf);
        own.set(FileOutputFormat.OUTDIR, new Path(folder.resolve(output).toUri()).toString());
        own.set(MRJobConfig.OUTPUT_KEY_CLASS, keys.getName());
        own.set(MRJobConfig.OUTPUT_VALUE_CLASS, values.getName());
        own.setInt(MRJobConfig.TASK_PARTITION, 0);
        own.set(MRJobConfig.TASK_ATTEMPT_ID, "attempt_1_0001_r_000000_0");
        return own;
    }

    private TaskAttemptContext context(String output, Class<?> keys, Class<?> values) {
        return new TaskAttemptContextImpl(
                conf(output, keys, values), TaskAttemptID.forName("attempt_1_0001_r_000000_0"));
    }

    private JobConf oldConf(String output, Class<?> keys, Class<?> values) {
        return new JobConf(conf(output, keys, values));
    }

    private static void write(
            RecordWriter<Object, Object> writer, List<Object> objects, TaskAttemptContext context)
            throws Exception {
        for (int i = 0; i < objects.size(); i += 2) {
            writer.write(objects.get(i), objects.get(i + 1));
        }
        writer.close(context);
    }

    private static void writeOld(
            org.apache.hadoop.mapred.RecordWriter<Object, Object> writer, List<Object> objects)
            throws IOException {
        for (int i = 0; i < objects.size(); i += 2) {
            writer.write(objects.get(i), objects.get(i + 1));
        }
        writer.close(Reporter.NULL);
    }

    /** The one file of an output, its random mark blotted out wherever it is. */
    private byte[] unmarked(String output) throws IOException {
        java.nio.file.Path file;
        try (var all = Files.walk(folder.resolve(output))) {
            file =
                    all.filter(path -> path.getFileName().toString().startsWith("part"))
                            .findFirst()
                            .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        int header = headerBytes(bytes);
        byte[] mark = Arrays.copyOfRange(bytes, header - MARK_BYTES, header);
        for (int at = 0; at + MARK_BYTES <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + MARK_BYTES, mark, 0, MARK_BYTES)) {
                Arrays.fill(bytes, at, at + MARK_BYTES, (byte) 'm');
            }
        }
        return bytes;
    }

    /** Version, two names of classes, two flags, a number of metadata, the mark. */
    private static int headerBytes(byte[] bytes) {
        int at = 4;
        at += 1 + bytes[at];
        at += 1 + bytes[at];
        return at + 2 + Integer.BYTES + MARK_BYTES;
    }

    /** Begins and ends alternate. */
    private static final class Meter implements FileMeter {
        private boolean begun;

        @Override
        public void begin() {
            assertThat(begun).isFalse();
            begun = true;
        }

        @Override
        public void end() {
            assertThat(begun).isTrue();
            begun = false;
        }
    }
}
