package io.millrace.hadoop.many;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.hadoop.testing.Framework;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of which the heap has room for one at a time, in a process of its own. */
final class GreedyTasksTest {

    private static final int MAPS = 6;

    @TempDir private Path directory;

    /** Holds 60 % of the heap; the first two attempts are sure to want it at once. */
    public static final class Greedy extends Mapper<LongWritable, Text, Text, NullWritable> {
        private static final CyclicBarrier BOTH = new CyclicBarrier(2);

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws java.io.IOException {
            int task = context.getTaskAttemptID().getTaskID().getId();
            int attempt = context.getTaskAttemptID().getId();
            byte[][] held = new byte[60][];
            int piece = (int) (Runtime.getRuntime().maxMemory() / 100);
            try {
                for (int i = 0; i < held.length; i++) {
                    held[i] = new byte[piece];
                    if (i == held.length / 2 && task < 2 && attempt == 0) {
                        BOTH.await(30, TimeUnit.SECONDS);
                    }
                }
                context.write(new Text(value + " " + held.length), NullWritable.get());
            } catch (java.io.IOException e) {
                throw e;
            } catch (Exception e) {
                throw new java.io.IOException(e);
            }
        }
    }

    /** Runs the job, and writes how many attempts failed to a file. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = Framework.MILLRACE.newConf();
            conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
            conf.set("millrace.memory.max", "4m");
            conf.set("millrace.map.threads", "2");
            Job job = Job.getInstance(conf, "greedy");
            job.setMapperClass(Greedy.class);
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(NullWritable.class);
            job.setNumReduceTasks(0);
            FileInputFormat.addInputPath(
                    job, new org.apache.hadoop.fs.Path(directory.resolve("in").toUri()));
            FileOutputFormat.setOutputPath(
                    job, new org.apache.hadoop.fs.Path(directory.resolve("out").toUri()));
            if (!job.waitForCompletion(true)) {
                System.exit(1);
            }
            long failed = job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue();
            Files.writeString(directory.resolve("failed"), Long.toString(failed));
        }
    }

    @Test
    void tasksThatRunOutOfMemoryTogetherSucceedAlone() throws Exception {
        Path in = Files.createDirectory(directory.resolve("in"));
        for (int i = 0; i < MAPS; i++) {
            Files.writeString(in.resolve("in" + i), "line" + i + "\n");
        }
        Path log = directory.resolve("log");
        Process process =
                ChildJvm.start(
                        log, List.of("-Xmx96m", "-XX:+UseSerialGC"), Driver.class, directory);
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(Long.parseLong(Files.readString(directory.resolve("failed")))).isPositive();
        for (int i = 0; i < MAPS; i++) {
            assertThat(directory.resolve("out/part-m-0000" + i)).content().endsWith(" 60\n");
        }
    }
}
