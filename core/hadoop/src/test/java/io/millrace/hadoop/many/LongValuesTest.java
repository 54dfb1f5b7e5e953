package io.millrace.hadoop.many;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.Framework;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values of a fifth of the heap each, in a process of its own: as many at once as Hadoop needs, and
 * no more.
 */
@Sampled(oneIn = 3)
final class LongValuesTest {

    private static final int BYTES = 32 << 20;
    private static final int VALUES = 6;

    @TempDir private Path directory;

    /** Makes a value of so many bytes for each line. */
    static final class Make extends Mapper<LongWritable, Text, IntWritable, BytesWritable> {
        @Override
        protected void map(LongWritable offset, Text line, Context context)
                throws IOException, InterruptedException {
            int number = Integer.parseInt(line.toString());
            byte[] bytes = new byte[BYTES + number];
            Arrays.fill(bytes, (byte) number);
            int keys = context.getConfiguration().getInt("test.keys", 1);
            context.write(new IntWritable(number % keys), new BytesWritable(bytes));
        }
    }

    /** Adds up lengths and bytes. */
    static final class Look extends Reducer<IntWritable, BytesWritable, IntWritable, LongWritable> {
        @Override
        protected void reduce(IntWritable key, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (BytesWritable value : values) {
                byte[] bytes = value.getBytes();
                sum += value.getLength() + 1000L * bytes[0] + bytes[value.getLength() - 1];
            }
            context.write(key, new LongWritable(sum));
        }
    }

    /** Runs the job. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = Framework.MILLRACE.newConf();
            conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
            conf.set("millrace.shuffle.kind", args[1]);
            conf.set("test.keys", args[2]);
            Job job = Job.getInstance(conf, "long values");
            job.setMapperClass(Make.class);
            job.setReducerClass(Look.class);
            job.setMapOutputKeyClass(IntWritable.class);
            job.setMapOutputValueClass(BytesWritable.class);
            job.setOutputKeyClass(IntWritable.class);
            job.setOutputValueClass(LongWritable.class);
            FileInputFormat.addInputPath(job, path(directory.resolve("in")));
            FileOutputFormat.setOutputPath(job, path(directory.resolve("out")));
            System.exit(job.waitForCompletion(true) ? 0 : 1);
        }

        private static org.apache.hadoop.fs.Path path(Path path) {
            return new org.apache.hadoop.fs.Path(path.toUri());
        }
    }

    @ParameterizedTest(name = "{0}, {1} keys")
    @CsvSource({"pull,1", "pull,6", "push,6", "hybrid,1"})
    void valuesOfAFifthOfTheHeapAreSortedAndReduced(String shuffle, int keys) throws Exception {
        Path input = Files.createDirectories(directory.resolve("in")).resolve("numbers");
        Files.write(input, IntStream.range(0, VALUES).mapToObj(String::valueOf).toList());
        Process process =
                ChildJvm.start(
                        directory.resolve("log"),
                        List.of("-Xmx160m"),
                        Driver.class,
                        directory,
                        shuffle,
                        keys);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(() -> log()).isZero();
        assertThat(directory.resolve("out/part-r-00000")).hasContent(expected(keys));
    }

    private static String expected(int keys) {
        return IntStream.range(0, keys)
                .mapToObj(key -> key + "\t" + expectedSum(key, keys))
                .collect(Collectors.joining("\n"));
    }

    private static long expectedSum(int key, int keys) {
        return IntStream.range(0, VALUES)
                .filter(number -> number % keys == key)
                .mapToLong(number -> BYTES + number + 1001L * number)
                .sum();
    }

    private String log() {
        try {
            return Files.readString(directory.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
