package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.meter.FileMeter;
import io.millrace.formats.registry.FormatProvider;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.formats.registry.InputEntry;
import io.millrace.formats.registry.InputEntry.Caching;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.OrderEntry;
import io.millrace.formats.registry.RecordEntry;
import io.millrace.formats.registry.SplitReaders;
import io.millrace.hadoop.watch.QuickPath;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of which another module knows the key class, its order, and the input format. */
class ProvidedFormatTest {

    private static final AtomicInteger OPENED = new AtomicInteger();
    private static final AtomicInteger SERIALIZED = new AtomicInteger();

    @TempDir Path directory;

    @Test
    void itsJobsUseWhatTheModuleKnowsAndSaySo() throws Exception {
        List<FormatProvider> all = new ArrayList<>(FormatRegistry.loaded().providers());
        all.add(new Temperatures());
        OPENED.set(0);
        SERIALIZED.set(0);
        InlineJob quick = run("quick", FormatRegistry.of(all));
        assertThat(OPENED.get()).isEqualTo(1);
        assertThat(SERIALIZED.get()).isZero();
        assertThat(quick.taken().get(0)).containsEntry(QuickPath.READER, true);
        assertThat(quick.newKeyOrder().prefixed()).isTrue();
        assertThat(quick.plan().choices())
                .extracting(Object::toString)
                .anySatisfy(line ->
                        assertThat(line)
                                .contains("input.reader", "quick", "temperatures are decoded"))
                .anySatisfy(line -> assertThat(line).contains("key.order", "by prefix"))
                .anySatisfy(line -> assertThat(line).contains("serialization", "known"));

        InlineJob plain = run("plain", FormatRegistry.loaded());
        assertThat(OPENED.get()).isEqualTo(1);
        assertThat(SERIALIZED.get()).isPositive();
        assertThat(plain.taken().get(0)).containsEntry(QuickPath.READER, false);
        assertThat(plain.plan().choices())
                .extracting(Object::toString)
                .anySatisfy(line ->
                        assertThat(line)
                                .contains("only lines of text and SequenceFiles are known"));
        assertThat(quick.files()).isEqualTo(plain.files()).isNotEmpty();
        assertThat(String.join("", quick.files().values()))
                .contains("21\t3\n20\t0\n20\t6\n-4\t9\n");
    }

    private InlineJob run(String name, FormatRegistry registry) throws Exception {
        Path input = Files.createDirectories(directory.resolve("in"));
        Files.writeString(input.resolve("a"), "20\n21\n20\n-4\n");
        JobConf conf = new JobConf(ProvidedFormatTest.class);
        org.apache.hadoop.mapred.FileInputFormat.setInputPaths(
                conf, new org.apache.hadoop.fs.Path(input.toUri()));
        org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
                conf, new org.apache.hadoop.fs.Path(directory.resolve(name).toUri()));
        conf.setUseNewMapper(true);
        conf.setUseNewReducer(true);
        conf.setNumReduceTasks(1);
        conf.setClass(
                MRJobConfig.INPUT_FORMAT_CLASS_ATTR, TemperatureFormat.class, InputFormat.class);
        conf.setOutputKeyClass(Celsius.class);
        conf.setOutputValueClass(LongWritable.class);
        conf.setOutputKeyComparatorClass(WarmestFirst.class);
        return new InlineJob(conf, directory.resolve(name + "-tmp"), registry).run();
    }

    /** What the module knows. */
    private static final class Temperatures implements FormatProvider {

        @Override
        public List<RecordEntry<?>> records() {
            return List.of(
                    new RecordEntry<>(
                            Celsius.class,
                            (value, out, stream) -> {
                                int at = out.reserve(1);
                                out.array()[at] = value.degrees;
                            },
                            new RecordEntry.Reading<>(
                                    Celsius::new,
                                    (object, bytes, at, length) -> {
                                        object.degrees = bytes[at];
                                        return length == 1;
                                    })));
        }

        @Override
        public List<OrderEntry> orders() {
            return List.of(new OrderEntry(Celsius.class, WarmestFirst.class, new ByPrefix()));
        }

        @Override
        public List<InputEntry> inputs() {
            return List.of(
                    new InputEntry(
                            TemperatureFormat.class,
                            FileSplit.class,
                            Caching.UNKNOWN,
                            new TemperatureReaders()));
        }
    }

    private static final class TemperatureReaders implements SplitReaders {

        @Override
        public String how() {
            return "temperatures are decoded where they are read";
        }

        @Override
        public String obstacle(
                org.apache.hadoop.fs.Path file, Configuration conf, JobFormats formats) {
            return formats.rewrites().obstacle();
        }

        @Override
        public String records() {
            return "temperatures";
        }

        @Override
        public List<String> settings() {
            return List.of();
        }

        @Override
        public RecordReader<?, ?> open(
                InputSplit split, TaskAttemptContext context, JobFormats formats, FileMeter meter) {
            OPENED.incrementAndGet();
            return new TemperatureReader();
        }

        @Override
        public org.apache.hadoop.mapred.RecordReader<?, ?> open(
                org.apache.hadoop.mapred.InputSplit split,
                Configuration conf,
                Reporter reporter,
                JobFormats formats,
                FileMeter meter) {
            throw new UnsupportedOperationException("the format is of the new API");
        }
    }

    /** A line is a temperature. */
    public static final class TemperatureFormat extends FileInputFormat<Celsius, LongWritable> {
        @Override
        public RecordReader<Celsius, LongWritable> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            return new TemperatureReader();
        }
    }

    private static final class TemperatureReader extends RecordReader<Celsius, LongWritable> {

        private final LineRecordReader lines = new LineRecordReader();

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            lines.initialize(split, context);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            return lines.nextKeyValue();
        }

        @Override
        public Celsius getCurrentKey() {
            Celsius read = new Celsius();
            read.degrees = Byte.parseByte(lines.getCurrentValue().toString());
            return read;
        }

        @Override
        public LongWritable getCurrentValue() {
            return lines.getCurrentKey();
        }

        @Override
        public float getProgress() throws IOException {
            return lines.getProgress();
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }

    /** A temperature. */
    public static final class Celsius implements WritableComparable<Celsius> {

        private byte degrees;

        @Override
        public void write(DataOutput out) throws IOException {
            SERIALIZED.incrementAndGet();
            out.writeByte(degrees);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            SERIALIZED.incrementAndGet();
            degrees = in.readByte();
        }

        @Override
        public int compareTo(Celsius other) {
            return Byte.compare(other.degrees, degrees);
        }

        @Override
        public boolean equals(Object object) {
            return object instanceof Celsius other && other.degrees == degrees;
        }

        @Override
        public int hashCode() {
            return degrees;
        }

        @Override
        public String toString() {
            return Byte.toString(degrees);
        }
    }

    /** Compares temperatures as objects. */
    public static final class WarmestFirst extends WritableComparator {
        public WarmestFirst() {
            super(Celsius.class, true);
        }
    }

    private static final class ByPrefix implements KeyOrder {

        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            return Byte.compare(right[rightOffset], left[leftOffset]);
        }

        @Override
        public boolean prefixed() {
            return true;
        }

        @Override
        public long prefix(byte[] key, int offset, int length) {
            return (long) (Byte.MAX_VALUE - key[offset]) << 48;
        }

        @Override
        public boolean prefixDecides(long prefix) {
            return true;
        }

        @Override
        public boolean distinguishesBytes() {
            return true;
        }
    }
}
