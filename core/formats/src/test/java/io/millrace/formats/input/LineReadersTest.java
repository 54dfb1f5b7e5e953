package io.millrace.formats.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.testing.Registered;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.KeyValueLineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that are known against Hadoop's own readers, over random files. */
@Sampled(oneIn = 2)
class LineReadersTest {

    private static final int FILES = Soak.cases(60, 1500);
    private static final int LONGEST_FILE = 200;
    private static final byte[] ALPHABET = {
        'a', 'b', '\t', '\n', '\n', '\r', ';', (byte) 0xEF, (byte) 0xBB, (byte) 0xBF
    };
    private static final String DELIMITER = "textinputformat.record.delimiter";

    @TempDir private java.nio.file.Path folder;
    private final JobConf conf = new JobConf();
    private Path file = new Path("none");

    @BeforeEach
    void useAFileSystemOfItsOwn() {
        conf.setBoolean("fs.file.impl.disable.cache", true);
        file = new Path(folder.resolve("input").toUri());
    }

    @Test
    void linesKeysProgressAndStatisticsAreThoseOfHadoopsReaders() throws Exception {
        Random random = Seeds.random("lines");
        for (int i = 0; i < FILES; i++) {
            conf.setInt("io.file.buffer.size", 1 + random.nextInt(i % 2 == 0 ? 12 : 4096));
            if (random.nextInt(3) == 0) {
                conf.set(DELIMITER, ";");
            } else {
                conf.unset(DELIMITER);
            }
            if (random.nextBoolean()) {
                conf.set(
                        KeyValueLineRecordReader.KEY_VALUE_SEPARATOR,
                        random.nextBoolean() ? "b" : "ab");
            } else {
                conf.unset(KeyValueLineRecordReader.KEY_VALUE_SEPARATOR);
            }
            compareSplits(content(random), random);
        }
    }

    @Test
    void linesLongerThanTheBufferAreWhole() throws Exception {
        Random random = Seeds.random("long lines");
        conf.unset(DELIMITER);
        for (String end : List.of("\n", "\r", "\r\n", "")) {
            String line = "x".repeat(300_000 + random.nextInt(300_000));
            compareSplits((line + end + line + end).getBytes(StandardCharsets.UTF_8), random);
        }
    }

    @Test
    void aSubclassALongDelimiterAGreatestLengthAndACompressedFileAreLeftToTheFormat() {
        assertThat(known(new TextInputFormat(), file)).isNotNull();
        assertThat(known(new TextInputFormat() {}, file)).isNull();
        assertThat(known(new TextInputFormat(), file.suffix(".gz"))).isNull();
        assertThat(known(new KeyValueTextInputFormat(), file)).isNotNull();
        assertThat(known(new KeyValueTextInputFormat() {}, file)).isNull();
        conf.set(DELIMITER, "ab");
        assertThat(known(new TextInputFormat(), file)).isNull();
        assertThat(known(new KeyValueTextInputFormat(), file)).isNotNull();
        conf.set(DELIMITER, "");
        assertThat(known(new TextInputFormat(), file)).isNull();
        conf.unset(DELIMITER);
        conf.setInt(LineRecordReader.MAX_LINE_LENGTH, 10);
        assertThat(known(new TextInputFormat(), file)).isNull();
    }

    private org.apache.hadoop.mapreduce.@Nullable RecordReader<?, ?> known(
            InputFormat<?, ?> format, Path path) {
        return Registered.reader(
                format,
                new FileSplit(path, 0, 1, new String[0]),
                new TaskAttemptContextImpl(conf, new TaskAttemptID()),
                new Unmeasured());
    }

    private static byte[] content(Random random) {
        byte[] bytes = new byte[random.nextInt(LONGEST_FILE)];
        int used = 1 + random.nextInt(ALPHABET.length);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = ALPHABET[random.nextInt(used)];
        }
        if (random.nextInt(3) == 0 && bytes.length >= 3) {
            System.arraycopy(ALPHABET, ALPHABET.length - 3, bytes, 0, 3);
        }
        return bytes;
    }

    /** Cuts the content into splits of one length, with and without a file of checksums. */
    private void compareSplits(byte[] content, Random random) throws Exception {
        LocalFileSystem files = (LocalFileSystem) file.getFileSystem(conf);
        files.setWriteChecksum(random.nextBoolean());
        files.delete(file, false);
        try (FSDataOutputStream out = files.create(file, true)) {
            out.write(content);
        }
        long length = 1L + random.nextInt(Math.max(1, content.length));
        long start = 0;
        do {
            FileSplit split =
                    new FileSplit(
                            file, start, Math.min(length, content.length - start), new String[0]);
            compare(split);
            start += length;
        } while (start < content.length);
    }

    private void compare(FileSplit split) throws Exception {
        compare(new TextInputFormat(), split);
        compare(new KeyValueTextInputFormat(), split);
        compareOld(new org.apache.hadoop.mapred.TextInputFormat(), split);
        compareOld(new org.apache.hadoop.mapred.KeyValueTextInputFormat(), split);
    }

    private void compare(InputFormat<?, ?> format, FileSplit split) throws Exception {
        TaskAttemptContext context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
        String expected = newApi(format.createRecordReader(split, context), split, context);
        String status = context.getStatus();
        context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
        Measured measured = new Measured();
        assertThat(
                        newApi(
                                Objects.requireNonNull(
                                        Registered.reader(format, split, context, measured)),
                                split,
                                context))
                .as("%s, %s", split, Seeds.line())
                .isEqualTo(expected);
        assertThat(context.getStatus()).isEqualTo(status);
        assertThat(measured.total).as("measured of %s", split).isEqualTo(measured.atAll());
    }

    private void compareOld(org.apache.hadoop.mapred.InputFormat<?, ?> format, FileSplit split)
            throws Exception {
        org.apache.hadoop.mapred.FileSplit oldSplit =
                new org.apache.hadoop.mapred.FileSplit(
                        split.getPath(), split.getStart(), split.getLength(), new String[0]);
        Opening known =
                () ->
                        Objects.requireNonNull(
                                Registered.reader(
                                        format, oldSplit, conf, Reporter.NULL, new Unmeasured()));
        assertThat(oldApi(known))
                .as("%s, %s", split, Seeds.line())
                .isEqualTo(oldApi(() -> format.getRecordReader(oldSplit, conf, Reporter.NULL)));
    }

    /** Opens an old-API reader, which reads at once. */
    private interface Opening {
        org.apache.hadoop.mapred.RecordReader<?, ?> open() throws IOException;
    }

    /** All that can be seen of a reader, as text. */
    private String newApi(
            org.apache.hadoop.mapreduce.RecordReader<?, ?> reader,
            FileSplit split,
            TaskAttemptContext context)
            throws Exception {
        List<String> seen = new ArrayList<>();
        ThreadStatistics statistics = ThreadStatistics.of(file, conf);
        long before = statistics.bytesRead();
        try (reader) {
            reader.initialize(split, context);
            do {
                seen.add(
                        shown(reader.getCurrentKey())
                                + " "
                                + shown(reader.getCurrentValue())
                                + " "
                                + reader.getProgress());
            } while (reader.nextKeyValue());
            seen.add(reader.getCurrentKey() + " at end " + reader.getCurrentValue());
            seen.add("again " + reader.nextKeyValue());
        }
        seen.add("bytes " + (statistics.bytesRead() - before));
        return String.join("\n", seen);
    }

    @SuppressWarnings("unchecked") // both readers read lines
    private String oldApi(Opening opening) throws IOException {
        List<String> seen = new ArrayList<>();
        ThreadStatistics statistics = ThreadStatistics.of(file, conf);
        long before = statistics.bytesRead();
        org.apache.hadoop.mapred.RecordReader<Object, Object> reader =
                (org.apache.hadoop.mapred.RecordReader<Object, Object>) opening.open();
        try {
            Object key = reader.createKey();
            Object value = reader.createValue();
            boolean more;
            do {
                more = reader.next(key, value);
                seen.add(
                        more
                                + " "
                                + shown(key)
                                + " "
                                + shown(value)
                                + " "
                                + reader.getProgress()
                                + " "
                                + reader.getPos());
            } while (more);
        } finally {
            reader.close();
        }
        seen.add("bytes " + (statistics.bytesRead() - before));
        return String.join("\n", seen);
    }

    /** Of a text, also what its array has behind its length, which code can see. */
    private static String shown(@Nullable Object object) {
        return object instanceof Text text
                ? text + " of " + text.getBytes().length + " " + Arrays.hashCode(text.getBytes())
                : String.valueOf(object);
    }

    private static final class Unmeasured implements FileMeter {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    }

    /** Adds up what is read while it is told so, and knows what is read in all. */
    private final class Measured implements FileMeter {
        private final ThreadStatistics statistics;
        private final long first;
        private long begun;
        private long total;

        Measured() throws IOException {
            statistics = ThreadStatistics.of(file, conf);
            first = statistics.bytesRead();
        }

        @Override
        public void begin() {
            begun = statistics.bytesRead();
        }

        @Override
        public void end() {
            total += statistics.bytesRead() - begun;
        }

        long atAll() {
            return statistics.bytesRead() - first;
        }
    }
}
