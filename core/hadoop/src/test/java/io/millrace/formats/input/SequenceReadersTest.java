package io.millrace.formats.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.registry.InputEntry;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.SplitReaders;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.io.serializer.JavaSerialization;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileAsTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that are read in place against those of Hadoop's own readers, over random files. */
@Sampled(oneIn = 3)
@Tag("jdk")
class SequenceReadersTest {

    private static final int FILES = Soak.cases(24, 600);
    private static final int LARGE = 1_500_000;

    /** Larger than every field of a record but the large ones. */
    private static final int SMALL = 300;

    @TempDir private java.nio.file.Path folder;
    private final JobConf conf = new JobConf();
    private Path onDisk = new Path("none");
    private final Path inMemory = new Path("mem:/sequences/input");

    /** A class of keys or values, and how one of so many bytes is made. */
    private record Kind(Class<?> type, IntFunction<Object> maker) {}

    private static final List<Kind> KINDS =
            List.of(
                    new Kind(Text.class, size -> new Text("é".repeat(size / 2))),
                    new Kind(BytesWritable.class, size -> new BytesWritable(new byte[size])),
                    new Kind(IntWritable.class, IntWritable::new),
                    new Kind(LongWritable.class, size -> new LongWritable(-size)),
                    new Kind(DoubleWritable.class, size -> new DoubleWritable(1.0 / size)),
                    new Kind(NullWritable.class, size -> NullWritable.get()),
                    new Kind(VIntWritable.class, VIntWritable::new),
                    new Kind(
                            ArrayPrimitiveWritable.class,
                            size -> new ArrayPrimitiveWritable(new double[size / 8])),
                    new Kind(String.class, "x"::repeat),
                    new Kind(Serialized.class, Serialized::new));

    /** No Writable. */
    private record Serialized(int number) implements Serializable {
        private static final long serialVersionUID = 1;
    }

    @BeforeEach
    void useAFileSystemOfItsOwn() {
        conf.setBoolean("fs.file.impl.disable.cache", true);
        conf.set("millrace.memory.slab.size", "16k");
        conf.set("millrace.memory.max", "64m");
        conf.setStrings(
                "io.serializations",
                WritableSerialization.class.getName(),
                JavaSerialization.class.getName());
        onDisk = new Path(folder.resolve("input").toUri());
    }

    @AfterEach
    void deleteFilesInMemory() throws IOException {
        inMemory.getFileSystem(conf).delete(new Path("mem:/sequences"), true);
    }

    @Test
    void recordsProgressAndPositionsAreThoseOfHadoopsReaders() throws Exception {
        Random random = Seeds.random("sequences");
        for (int i = 0; i < FILES; i++) {
            conf.setInt("io.file.buffer.size", 16 + random.nextInt(i % 2 == 0 ? 64 : 8192));
            write(random, CompressionType.NONE, i % 10 == 0 ? LARGE : SMALL);
            compareSplits(random);
        }
    }

    @Test
    void compressedFilesAreReadAsHadoopReadsThem() throws Exception {
        Random random = Seeds.random("compressed sequences");
        for (CompressionType type : List.of(CompressionType.RECORD, CompressionType.BLOCK)) {
            write(random, type, SMALL);
            compareSplits(random);
        }
    }

    @Test
    void filesOfRecordsThatAreSmallerThanTheirMarksAreRead() throws Exception {
        for (int records : new int[] {0, 1, 2}) {
            writeNothing(records);
            compareSplits(Seeds.random("tiny"));
        }
    }

    @Test
    void aSubclassAndSkippedDamageAreLeftToTheFormat() {
        FileSplit split = new FileSplit(onDisk, 0, 1, new String[0]);
        assertThat(reader(new SequenceFileInputFormat<>(), split, conf, new Meter())).isNotNull();
        assertThat(reader(new SequenceFileInputFormat<>() {}, split, conf, new Meter())).isNull();
        assertThat(reader(new SequenceFileAsTextInputFormat(), split, conf, new Meter())).isNull();
        conf.setBoolean("io.skip.checksum.errors", true);
        assertThat(reader(new SequenceFileInputFormat<>(), split, conf, new Meter())).isNull();
        conf.setBoolean("io.skip.checksum.errors", false);
        conf.setBoolean("millrace.namespace.handover", false);
        assertThat(reader(new SequenceFileInputFormat<>(), split, conf, new Meter())).isNull();
    }

    @Test
    void aDamagedMarkAndACutFileAreNamedWithTheirPlace() throws Exception {
        Random random = Seeds.random("damaged");
        byte[] bytes;
        int mark;
        do {
            write(random, CompressionType.NONE, SMALL);
            bytes = content();
            mark = lastMark(bytes);
        } while (mark < 0);
        byte[] damaged = bytes.clone();
        damaged[mark + 10]++;
        replace(onDisk, damaged, damaged.length);
        assertThatThrownBy(() -> seen(known(), whole(onDisk)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("File is corrupt")
                .hasMessageContaining(onDisk.toString())
                .hasMessageContaining("at " + mark);
        replace(onDisk, bytes, bytes.length - 1);
        assertThatThrownBy(() -> seen(known(), whole(onDisk)))
                .isInstanceOf(java.io.EOFException.class)
                .hasMessageContaining(onDisk.toString());
    }

    /** Writes the same random records to disk and to memory. */
    private void write(Random random, CompressionType compression, int largest) throws IOException {
        Kind key = KINDS.get(random.nextInt(KINDS.size()));
        Kind value = KINDS.get(random.nextInt(KINDS.size()));
        int count = largest == LARGE ? 3 : 20 + random.nextInt(400);
        LocalFileSystem local = (LocalFileSystem) onDisk.getFileSystem(conf);
        local.setWriteChecksum(random.nextBoolean());
        local.delete(onDisk, false);
        try (SequenceFile.Writer writer =
                SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(onDisk),
                        SequenceFile.Writer.keyClass(key.type()),
                        SequenceFile.Writer.valueClass(value.type()),
                        SequenceFile.Writer.syncInterval(40 + random.nextInt(3000)),
                        SequenceFile.Writer.compression(compression))) {
            for (int i = 0; i < count; i++) {
                writer.append(
                        key.maker().apply(random.nextInt(SMALL)),
                        value.maker().apply(1 + random.nextInt(largest)));
            }
        }
        replace(inMemory, content(), content().length);
    }

    private void writeNothing(int records) throws IOException {
        LocalFileSystem local = (LocalFileSystem) onDisk.getFileSystem(conf);
        local.delete(onDisk, false);
        try (SequenceFile.Writer writer =
                SequenceFile.createWriter(
                        conf,
                        SequenceFile.Writer.file(onDisk),
                        SequenceFile.Writer.keyClass(NullWritable.class),
                        SequenceFile.Writer.valueClass(NullWritable.class),
                        SequenceFile.Writer.syncInterval(1))) {
            for (int i = 0; i < records; i++) {
                writer.append(NullWritable.get(), NullWritable.get());
            }
        }
        replace(inMemory, content(), content().length);
    }

    private byte[] content() throws IOException {
        FileSystem files = onDisk.getFileSystem(conf);
        byte[] bytes = new byte[(int) files.getFileStatus(onDisk).getLen()];
        try (FSDataInputStream in = files.open(onDisk)) {
            in.readFully(bytes);
        }
        return bytes;
    }

    private void replace(Path path, byte[] bytes, int length) throws IOException {
        try (FSDataOutputStream out = path.getFileSystem(conf).create(path, true)) {
            out.write(bytes, 0, length);
        }
    }

    /** An escape and the mark itself, with which the header ends; negative if there is none. */
    private int lastMark(byte[] bytes) throws IOException {
        String all = new String(bytes, ISO_8859_1);
        try (SequenceFile.Reader reader =
                new SequenceFile.Reader(conf, SequenceFile.Reader.file(onDisk))) {
            int header = (int) reader.getPosition();
            return all.lastIndexOf("\u00ff\u00ff\u00ff\u00ff" + all.substring(header - 16, header));
        }
    }

    private void compareSplits(Random random) throws Exception {
        long length = onDisk.getFileSystem(conf).getFileStatus(onDisk).getLen();
        int splits = 1 + random.nextInt(6);
        for (Path path : List.of(onDisk, inMemory)) {
            long start = 0;
            for (int i = 1; i <= splits; i++) {
                long end =
                        i == splits
                                ? length
                                : start + (long) (random.nextDouble() * (length - start));
                compare(new FileSplit(path, start, end - start, new String[0]));
                start = end;
            }
        }
    }

    private void compare(FileSplit split) throws Exception {
        assertThat(seen(known(), split))
                .as("%s, %s", split, Seeds.line())
                .isEqualTo(seen(new SequenceFileInputFormat<>()::createRecordReader, split));
        assertThat(seenOld(this::knownOld, split))
                .as("old API, %s, %s", split, Seeds.line())
                .isEqualTo(
                        seenOld(
                                old ->
                                        new org.apache.hadoop.mapred.SequenceFileInputFormat<>()
                                                .getRecordReader(old, conf, Reporter.NULL),
                                split));
    }

    private @Nullable RecordReader<?, ?> reader(
            InputFormat<?, ?> format, FileSplit split, Configuration conf, FileMeter meter) {
        SplitReaders readers = readers(format.getClass(), conf);
        return readers == null
                ? null
                : readers.open(
                        split,
                        new TaskAttemptContextImpl(conf, new TaskAttemptID()),
                        JobFormats.in(conf::get),
                        meter);
    }

    private org.apache.hadoop.mapred.@Nullable RecordReader<?, ?> reader(
            org.apache.hadoop.mapred.InputFormat<?, ?> format,
            org.apache.hadoop.mapred.FileSplit split,
            Configuration conf,
            Reporter reporter,
            FileMeter meter)
            throws IOException {
        SplitReaders readers = readers(format.getClass(), conf);
        return readers == null
                ? null
                : readers.open(split, conf, reporter, JobFormats.in(conf::get), meter);
    }

    private @Nullable SplitReaders readers(Class<?> format, Configuration conf) {
        JobFormats formats = JobFormats.in(conf::get);
        InputEntry entry = formats.registry().input(format);
        SplitReaders readers = entry == null ? null : entry.readers();
        return readers == null || !readers.obstacle(onDisk, conf, formats).isEmpty()
                ? null
                : readers;
    }

    private interface New {
        RecordReader<?, ?> open(FileSplit split, TaskAttemptContext context) throws Exception;
    }

    private interface Old {
        org.apache.hadoop.mapred.RecordReader<?, ?> open(org.apache.hadoop.mapred.FileSplit split)
                throws IOException;
    }

    private New known() {
        return (split, context) ->
                Objects.requireNonNull(
                        reader(new SequenceFileInputFormat<>(), split, conf, new Meter()));
    }

    private org.apache.hadoop.mapred.RecordReader<?, ?> knownOld(
            org.apache.hadoop.mapred.FileSplit split) throws IOException {
        return Objects.requireNonNull(
                reader(
                        new org.apache.hadoop.mapred.SequenceFileInputFormat<>(),
                        split,
                        conf,
                        Reporter.NULL,
                        new Meter()));
    }

    private FileSplit whole(Path path) throws IOException {
        long length = path.getFileSystem(conf).getFileStatus(path).getLen();
        return new FileSplit(path, 0, length, new String[0]);
    }

    /** All that can be seen of a reader, as text. */
    private List<String> seen(New opening, FileSplit split) throws Exception {
        List<String> seen = new ArrayList<>();
        TaskAttemptContext context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
        try (RecordReader<?, ?> reader = opening.open(split, context)) {
            reader.initialize(split, context);
            Object first = null;
            do {
                seen.add(
                        shown(reader.getCurrentKey())
                                + " "
                                + shown(reader.getCurrentValue())
                                + " "
                                + reader.getProgress());
                if (first == null) {
                    first = reader.getCurrentKey();
                } else {
                    seen.add("same object " + (first == reader.getCurrentKey()));
                }
            } while (reader.nextKeyValue());
            seen.add("again " + reader.nextKeyValue());
        }
        return seen;
    }

    @SuppressWarnings("unchecked") // both read what is in the file
    private List<String> seenOld(Old opening, FileSplit split) throws IOException {
        List<String> seen = new ArrayList<>();
        org.apache.hadoop.mapred.RecordReader<Object, Object> reader =
                (org.apache.hadoop.mapred.RecordReader<Object, Object>)
                        opening.open(
                                new org.apache.hadoop.mapred.FileSplit(
                                        split.getPath(),
                                        split.getStart(),
                                        split.getLength(),
                                        new String[0]));
        try {
            if (reader.getPos() >= split.getStart() + split.getLength()) {
                return List.of("nothing in it at " + reader.getPos());
            }
            Object key = key(reader);
            Object value = value(reader);
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
        return seen;
    }

    /** Such an object has no constructor, so that Hadoop's readers cannot make one. */
    private static Object key(org.apache.hadoop.mapred.RecordReader<Object, Object> reader) {
        try {
            return reader.createKey();
        } catch (RuntimeException e) {
            return new Serialized(0);
        }
    }

    private static Object value(org.apache.hadoop.mapred.RecordReader<Object, Object> reader) {
        try {
            return reader.createValue();
        } catch (RuntimeException e) {
            return new Serialized(0);
        }
    }

    private static String shown(Object object) {
        if (object instanceof ArrayPrimitiveWritable array) {
            return "array of " + ((double[]) array.get()).length;
        }
        String text = String.valueOf(object);
        return text.length() < SMALL ? text : text.length() + " " + text.hashCode();
    }

    /** What is measured is what is read; begins and ends alternate. */
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

    @Test
    void bytesReadInMemoryAreCountedOnce() throws Exception {
        write(Seeds.random("counted"), CompressionType.NONE, SMALL);
        ThreadStatistics statistics = ThreadStatistics.of(inMemory, conf);
        long before = statistics.bytesRead();
        seen(known(), whole(inMemory));
        long read = statistics.bytesRead() - before;
        int header = conf.getInt("io.file.buffer.size", 4096);
        assertThat(read).isBetween(content().length - 200L, content().length + 2L * header);
    }
}
