package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.JobRun;
import io.millrace.hadoop.testing.Trait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Jobs that show in which order the values of each key came, by the numbers that the values begin
 * with, and by a sum of fractions in that order. Each input file is a line that says what its map
 * task emits.
 */
@SuppressWarnings(
        "SameNameButDifferent") // Context is what Hadoop calls it, in mappers and reducers
public final class TiedJobs {

    private TiedJobs() {}

    /**
     * What a map task emits.
     *
     * @param keys how many different ones
     * @param valueBytes most bytes of a value, but for one in {@code rareEvery}
     * @param rareBytes bytes of that
     * @param last bytes of the last value of each partition: two map outputs of one length come in
     *     no order
     */
    public record Emission(
            long seed,
            int records,
            int keys,
            int valueBytes,
            int rareEvery,
            int rareBytes,
            int last) {

        private static final int DIGITS = 10;

        private static Emission of(String line) {
            String[] parts = line.split(" ", -1);
            return new Emission(
                    Long.parseLong(parts[0]),
                    Integer.parseInt(parts[1]),
                    Integer.parseInt(parts[2]),
                    Integer.parseInt(parts[3]),
                    Integer.parseInt(parts[4]),
                    Integer.parseInt(parts[5]),
                    Integer.parseInt(parts[6]));
        }

        String line() {
            return seed
                    + " "
                    + records
                    + " "
                    + keys
                    + " "
                    + valueBytes
                    + " "
                    + rareEvery
                    + " "
                    + rareBytes
                    + " "
                    + last;
        }

        /** Bytes of a map output of one spill and one partition, as Hadoop counts them. */
        public long outputBytes(int moreForEach) throws IOException, InterruptedException {
            long[] bytes = {2};
            to((key, value) -> {
                int length = Text.encode(value.toString()).limit() + moreForEach;
                int valueBytes = WritableUtils.getVIntSize(length) + length;
                int keyBytes = WritableUtils.getVIntSize(key.getLength()) + key.getLength();
                bytes[0] +=
                        WritableUtils.getVIntSize(keyBytes)
                                + keyBytes
                                + WritableUtils.getVIntSize(valueBytes)
                                + valueBytes;
            });
            return bytes[0];
        }

        private interface Emitter {
            void emit(Text key, Text value) throws IOException, InterruptedException;
        }

        private void to(Emitter out) throws IOException, InterruptedException {
            Random random = new Random(seed);
            Text key = new Text();
            Text value = new Text();
            for (int number = 0; number < records; number++) {
                int rank = random.nextInt(1 + random.nextInt(keys));
                key.set((rank % 3 == 0 ? "a key with a long beginning " : "") + rank);
                boolean rare = rareEvery > 0 && random.nextInt(rareEvery) == 0;
                int bytes = rare ? rareBytes : random.nextInt(valueBytes + 1);
                value.set((seed % 1000) + "." + number + " " + "x".repeat(bytes));
                out.emit(key, value);
            }
            for (int digit = 0; digit < DIGITS && last > 0; digit++) {
                key.set("last " + digit);
                value.set((seed % 1000) + ".last " + "x".repeat(last));
                out.emit(key, value);
            }
        }
    }

    /** A job's case; {@code settings} hold under both frameworks. */
    public static JobCase of(
            String name, List<Emission> maps, boolean newApi, Consumer<Configuration> settings) {
        return JobCase.of(
                name,
                (directory, random) -> {
                    for (int i = 0; i < maps.size(); i++) {
                        Files.writeString(directory.resolve("map-" + i), maps.get(i).line());
                    }
                },
                run -> {
                    if (newApi) {
                        run.finish(newJob(run, name, settings));
                    } else {
                        run.finish(oldJob(run, name, settings));
                    }
                },
                Trait.RECORDS_BEYOND_SORT_BUFFER);
    }

    private static Job newJob(JobRun run, String name, Consumer<Configuration> settings)
            throws Exception {
        Job job = run.newJob(name);
        job.setMapperClass(Emitting.class);
        job.setReducerClass(Showing.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        settings.accept(job.getConfiguration());
        return job;
    }

    private static JobConf oldJob(JobRun run, String name, Consumer<Configuration> settings) {
        JobConf job = run.oldJob(name);
        job.setMapperClass(OldEmitting.class);
        job.setReducerClass(OldShowing.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        settings.accept(job);
        return job;
    }

    /** Sorts by the whole key, and calls a reducer for all keys of one last digit. */
    public static void grouped(Configuration conf) {
        conf.setClass(
                "mapreduce.job.output.key.comparator.class", ByDigit.class, RawComparator.class);
        conf.setClass(
                "mapreduce.job.output.group.comparator.class",
                DigitOnly.class,
                RawComparator.class);
        conf.setClass("mapreduce.job.partitioner.class", DigitPartitions.class, Partitioner.class);
    }

    /** Emits what the input line says. */
    public static final class Emitting extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            Emission.of(line.toString()).to(context::write);
        }
    }

    /** The same in the old API. */
    public static final class OldEmitting extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            try {
                Emission.of(line.toString()).to(output::collect);
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
    }

    /** What a key's values come to. */
    private static final class Shown {
        private final List<String> numbers = new ArrayList<>();
        private double sum;

        void add(Text value) {
            String text = value.toString();
            String number = text.substring(0, text.indexOf(' '));
            numbers.add(number);
            sum += 1.0 / (1 + (number.hashCode() & 0xffff));
        }

        Text text() {
            return new Text(sum + " " + String.join(",", numbers));
        }
    }

    /** Writes the numbers of a key's values as they come. */
    public static final class Showing extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            Shown shown = new Shown();
            values.forEach(shown::add);
            context.write(key, shown.text());
        }
    }

    /** The same in the old API. */
    public static final class OldShowing extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        @Override
        public void reduce(
                Text key,
                Iterator<Text> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            Shown shown = new Shown();
            values.forEachRemaining(shown::add);
            output.collect(key, shown.text());
        }
    }

    /** Lets the first two values of a key pass: which these are is up to the order. */
    public static final class FirstTwo extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            Iterator<Text> each = values.iterator();
            for (int i = 0; i < 2 && each.hasNext(); i++) {
                context.write(key, each.next());
            }
        }
    }

    /** Keeps the first value and what the others begin with, in the old API. */
    public static final class OldFirstTwo extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        @Override
        public void reduce(
                Text key,
                Iterator<Text> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            for (int i = 0; i < 2 && values.hasNext(); i++) {
                output.collect(key, values.next());
            }
        }
    }

    /** Marks each value, each time that it is combined, in the old API. */
    public static final class OldMarking extends MapReduceBase
            implements org.apache.hadoop.mapred.Reducer<Text, Text, Text, Text> {
        @Override
        public void reduce(
                Text key,
                Iterator<Text> values,
                OutputCollector<Text, Text> output,
                Reporter reporter)
                throws IOException {
            while (values.hasNext()) {
                output.collect(key, new Text("+" + values.next()));
            }
        }
    }

    private static int digit(byte[] bytes, int start, int length) {
        return bytes[start + length - 1];
    }

    /** By the last digit, then by length: many keys are equal. */
    public static final class ByDigit extends WritableComparator {
        public ByDigit() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            int byDigit = Integer.compare(digit(a, aStart, aLength), digit(b, bStart, bLength));
            return byDigit != 0 ? byDigit : Integer.compare(aLength, bLength);
        }
    }

    /** By the last digit. */
    public static final class DigitOnly extends WritableComparator {
        public DigitOnly() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            return Integer.compare(digit(a, aStart, aLength), digit(b, bStart, bLength));
        }
    }

    /** By the last digit. */
    public static final class DigitPartitions extends Partitioner<Text, Text> {
        @Override
        public int getPartition(Text key, Text value, int partitions) {
            byte[] bytes = key.toString().getBytes(StandardCharsets.UTF_8);
            return digit(bytes, 0, bytes.length) % partitions;
        }
    }
}
