package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.engine.task.AttemptId;
import io.millrace.exchange.shuffle.OutputExchange;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.workers.fork.ForkedJobs;
import io.millrace.workers.pool.child.PoolWorker;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that has no descriptors for some time, in which the workers have to meet again. */
@ExtendWith(NothingLeft.class)
final class WorkerShortageTest {

    private static final String PRLIMIT = "/usr/bin/prlimit";

    @TempDir Path directory;

    /**
     * Takes all descriptors of one worker, and ends the other one. The descriptors come back a
     * moment after the other one's successor has begun to work.
     */
    static final class Holds extends Mapper<LongWritable, Text, Text, LongWritable> {

        /** Long enough for the exchange to fail some times. */
        private static final long MOMENT_MILLIS = 1_500;

        /** Descriptors for a worker that has started, beside those that it has. */
        private static final int MORE = 20;

        private final List<InputStream> held = new ArrayList<>();
        private Path signs;

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            signs = Path.of(conf.get("test.signs"));
            boolean holds =
                    System.getProperty("java.io.tmpdir")
                            .contains("/worker-" + conf.get("test.holder") + "/");
            if (context.getTaskAttemptID().getId() > 0) {
                Files.writeString(signs.resolve("again"), "");
            } else if (holds) {
                holdAll();
            } else {
                await("held");
                Runtime.getRuntime().halt(3);
            }
        }

        private void await(String name) throws InterruptedException {
            Path sign = signs.resolve(name);
            Await.until(name, () -> Files.exists(sign));
        }

        private void holdAll() throws IOException, InterruptedException {
            loadClasses();
            await("."); // has its classes loaded
            String own = Long.toString(ProcessHandle.current().pid());
            long open;
            try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
                open = all.count();
            }
            limit(own, open + MORE + ":");
            take();
            held.remove(held.size() - 1).close();
            Files.createFile(signs.resolve("held"));
            take();
            await("again");
            Thread.sleep(MOMENT_MILLIS); // the exchange fails some times; any number passes
            for (InputStream each : held) {
                each.close();
            }
            limit(own, "unlimited:");
        }

        private static void limit(String process, String files)
                throws IOException, InterruptedException {
            new ProcessBuilder(PRLIMIT, "--pid", process, "--nofile=" + files).start().waitFor();
        }

        private void take() {
            try {
                while (true) {
                    held.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                // There are no more.
            }
        }

        /**
         * Loads the classes that may be needed meanwhile, if they are in directories, where each
         * takes a descriptor.
         */
        private static void loadClasses() throws IOException {
            for (Class<?> of : List.of(OutputExchange.class, AttemptId.class, PoolWorker.class)) {
                Path classes =
                        Path.of(of.getProtectionDomain().getCodeSource().getLocation().getPath());
                if (Files.isDirectory(classes)) {
                    loadClasses(classes);
                }
            }
        }

        private static void loadClasses(Path directory) throws IOException {
            try (Stream<Path> all = Files.walk(directory)) {
                all.map(each -> directory.relativize(each).toString())
                        .filter(each -> each.endsWith(".class"))
                        .forEach(Holds::load);
            }
        }

        private static void load(String file) {
            try {
                String name = file.replace('/', '.').replaceFirst("\\.class$", "");
                Class.forName(name, false, Holds.class.getClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                // It needs what this system does not have, so the worker does not use it.
            }
        }

        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            for (String word : line.toString().split(" ", -1)) {
                context.write(new Text(word), new LongWritable(1));
            }
        }
    }

    @AfterEach
    void noWorkerIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    /** The worker of rank 0 accepts the calls of the others; the other one calls. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void itsExchangeGoesOnWhenThereAreDescriptorsAgain(int holder) throws Exception {
        assumeThat(Path.of(PRLIMIT)).exists();
        JobConf conf = ForkedJobs.conf(directory);
        conf.unset("millrace.task.isolation");
        conf.setInt("millrace.workers", 2);
        conf.setInt("millrace.map.threads", 2); // one in each worker
        conf.setInt("millrace.workers.deaths", 1); // the holder may not end
        conf.set("test.holder", Integer.toString(holder));
        conf.set("test.signs", Files.createDirectory(directory.resolve("signs")).toString());
        Job job = ForkedJobs.mapOnly(conf, directory, Holds.class, "a b c d", "e f g h");
        job.setNumReduceTasks(4);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        assertThat(job.waitForCompletion(false)).as(() -> ForkedJobs.failuresOf(job)).isTrue();
        assertThat(ForkedJobs.output(directory))
                .isEqualTo(Stream.of("abcdefgh".split("")).map(word -> word + "\t1").toList());
        assertThat(ForkedJobs.failures(job))
                .singleElement()
                .asString()
                .contains("worker " + (1 - holder), "ended with exit code 3");
    }
}
