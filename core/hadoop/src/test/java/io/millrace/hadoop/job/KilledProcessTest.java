package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.hadoop.client.ClientConf;
import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.ChildJvm;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed processes leave on disk, and who cleans it up. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
@Sampled(oneIn = 2)
final class KilledProcessTest {

    private static final List<String> DISKS = List.of("disk-1", "disk-2");
    private static final List<String> SPILL_DISKS = List.of("disk-3", "disk-4", "disk-5");

    @TempDir Path directory;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void killAll() throws Exception {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        for (Path run : runFiles()) { // and the directory of its job
            Files.delete(run);
            if (isEmpty(run.getParent())) {
                Files.delete(run.getParent());
            }
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /** Emits more than memory has room for. */
    static final class Emits extends Mapper<IntWritable, LongWritable, LongWritable, IntWritable> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            context.write(number, split);
        }
    }

    /** Says that it has begun, and never ends. */
    static final class Stays extends Reducer<LongWritable, IntWritable, LongWritable, IntWritable> {
        @Override
        protected void setup(Context context) throws IOException {
            Files.createFile(Path.of(context.getConfiguration().get("test.begun")));
            while (!Thread.interrupted()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    /** Runs a job that spills, and whose reduce task never ends; or a small one to its end. */
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws Exception {
            Path directory = Path.of(args[0]);
            JobConf conf = ClientConf.in(directory);
            conf.set("mapreduce.cluster.local.dir", paths(directory, DISKS));
            conf.set("millrace.spill.directories", paths(directory, SPILL_DISKS));
            conf.set("test.begun", directory.resolve(args[1]).toString());
            conf.set("millrace.memory.max", "1m");
            boolean stays = !args[1].equals("cleaner");
            Job job = Job.getInstance(conf);
            SyntheticInput.set(job.getConfiguration(), 10, stays ? 30_000 : 1);
            job.setInputFormatClass(SyntheticInput.class);
            job.setMapperClass(Emits.class);
            job.setReducerClass(stays ? Stays.class : Reducer.class);
            job.setOutputKeyClass(LongWritable.class);
            job.setOutputValueClass(IntWritable.class);
            FileOutputFormat.setOutputPath(
                    job,
                    new org.apache.hadoop.fs.Path(directory.resolve("out-" + args[1]).toUri()));
            job.submit();
        }

        private static String paths(Path directory, List<String> names) {
            return String.join(
                    ",", names.stream().map(name -> directory.resolve(name).toString()).toList());
        }
    }

    @Test
    void theNextProcessDeletesWhatAKilledOneLeftAndNothingOfALivingOne() throws Exception {
        Process killed = startStaying("killed");
        startStaying("living");
        int all = runFiles().size();
        killed.destroyForcibly();
        assertThat(killed.waitFor()).as("exit code of SIGKILL").isEqualTo(137);
        assertThat(runFiles()).as("a killed process cleans nothing").hasSize(all);

        assertThat(start("cleaner").waitFor()).as(log("cleaner")).isZero();

        List<Path> left = runFiles();
        assertThat(left).as("runs of the living process").hasSizeBetween(1, all - 1);
        for (String disk : SPILL_DISKS) {
            assertThat(left)
                    .as("runs are striped over the disks")
                    .anyMatch(path -> path.startsWith(directory.resolve(disk)));
        }
        for (String disk : DISKS) {
            assertThat(processDirectories(disk)).as("of the living process").hasSize(1);
        }
        for (String disk : SPILL_DISKS) {
            assertThat(processDirectories(disk)).as("of the living process").hasSize(1);
        }
    }

    private Process startStaying(String name) throws Exception {
        Process process = start(name);
        Await.until(
                "the reduce task of " + name + " has begun",
                () -> Files.exists(directory.resolve(name)) || !process.isAlive());
        assertThat(process.isAlive()).as(log(name)).isTrue();
        return process;
    }

    private Process start(String name) throws Exception {
        Process process =
                ChildJvm.start(
                        directory.resolve("log-" + name),
                        List.of("-Xmx256m"),
                        Driver.class,
                        directory,
                        name);
        processes.add(process);
        return process;
    }

    private String log(String name) throws IOException {
        return Files.readString(directory.resolve("log-" + name));
    }

    private List<Path> runFiles() throws IOException {
        List<Path> all = new ArrayList<>();
        for (String disk : SPILL_DISKS) {
            try (Stream<Path> files = Files.walk(directory.resolve(disk))) {
                files.filter(path -> path.toString().endsWith(".run")).forEach(all::add);
            }
        }
        return all;
    }

    private List<Path> processDirectories(String disk) throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve(disk))) {
            return all.filter(path -> path.getFileName().toString().startsWith("millrace-"))
                    .toList();
        }
    }
}
