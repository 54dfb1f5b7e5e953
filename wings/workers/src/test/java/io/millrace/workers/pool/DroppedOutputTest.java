package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.testing.Await;
import io.millrace.workers.fork.ForkedJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Map output that workers hold of an attempt that has failed. */
@ExtendWith(NothingLeft.class)
final class DroppedOutputTest {

    private static final int RECORDS = 50_000;

    @TempDir Path directory;

    @AfterEach
    void noWorkerIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    /**
     * The first attempt fails, or ends its worker, once another worker has spilled blocks of it.
     * The second one begins when nobody has them any more.
     */
    static final class FailsWithBlocksElsewhere
            extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            Path spills = Path.of(context.getConfiguration().get("test.spills"));
            if (context.getTaskAttemptID().getId() > 0) {
                Await.until("blocks are dropped", () -> !haveSpilled(spills, "worker-"));
                emit(context);
                return;
            }
            while (!haveSpilled(spills, "worker-0", "worker-1")) {
                emit(context);
            }
            if (line.toString().equals("halt")) {
                Runtime.getRuntime().halt(3);
            }
            throw new IOException("as it should");
        }

        private static void emit(Context context) throws IOException, InterruptedException {
            Text key = new Text();
            for (int i = 0; i < RECORDS; i++) {
                key.set("key %060d".formatted(i));
                context.write(key, new LongWritable(1));
            }
        }

        /** Whether each of the workers has a file in its directory. */
        private static boolean haveSpilled(Path spills, String... workers) throws IOException {
            List<String> files = new ArrayList<>();
            for (Path directory : directoriesBelow(spills)) {
                String[] names = directory.toFile().list((at, name) -> name.endsWith(".run"));
                for (String name : names == null ? new String[0] : names) {
                    files.add(directory.resolve(name).toString());
                }
            }
            return Stream.of(workers)
                    .allMatch(each -> files.stream().anyMatch(file -> file.contains(each)));
        }

        /** The directories of workers: those of attempts may disappear meanwhile. */
        private static List<Path> directoriesBelow(Path spills) throws IOException {
            List<Path> found = new ArrayList<>();
            try (Stream<Path> processes = Files.list(spills)) {
                for (Path process : processes.toList()) {
                    String[] names = process.toFile().list((at, name) -> name.contains("-worker-"));
                    for (String name : names == null ? new String[0] : names) {
                        found.add(process.resolve(name));
                    }
                }
            }
            return found;
        }
    }

    /** Counts the keys. */
    static final class CountsKeys extends Reducer<Text, LongWritable, Text, LongWritable> {

        private long keys;

        @Override
        protected void reduce(Text key, Iterable<LongWritable> values, Context context) {
            for (LongWritable value : values) {
                keys += value.get();
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new Text("keys"), new LongWritable(keys));
        }
    }

    private void run(String line, String failure) throws Exception {
        JobConf conf = ForkedJobs.conf(directory);
        conf.unset("millrace.task.isolation");
        conf.setInt("millrace.workers", 2);
        conf.set(ExchangeKeys.OVERLAP.name(), "true");
        conf.set(EngineKeys.MEMORY_MAX.name(), "8m");
        conf.set(EngineKeys.SLAB_SIZE.name(), "16k");
        Path spills = Files.createDirectory(directory.resolve("spills"));
        conf.set(EngineKeys.SPILL_DIRECTORIES.name(), spills.toString());
        conf.set("test.spills", spills.toString());
        conf.setInt("mapreduce.map.maxattempts", 2);
        Job job = ForkedJobs.mapOnly(conf, directory, FailsWithBlocksElsewhere.class, line);
        job.setMapOutputKeyClass(Text.class);
        job.setReducerClass(CountsKeys.class);
        job.setNumReduceTasks(2);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        assertThat(job.waitForCompletion(false)).as(ForkedJobs.failuresOf(job)).isTrue();
        assertThat(ForkedJobs.failures(job)).hasSize(1).first().asString().contains(failure);
        assertThat(ForkedJobs.output(directory))
                .hasSize(2)
                .extracting(each -> Long.parseLong(each.substring(each.indexOf('\t') + 1)))
                .satisfies(counts -> assertThat(counts.get(0) + counts.get(1)).isEqualTo(RECORDS));
    }

    @Test
    void blocksOfAnAttemptThatFailedGiveTheirMemoryAndFilesBack() throws Exception {
        run("fail", "as it should");
    }

    @Test
    void blocksOfAWorkerThatWasLostDo() throws Exception {
        run("halt", "exit");
    }
}
