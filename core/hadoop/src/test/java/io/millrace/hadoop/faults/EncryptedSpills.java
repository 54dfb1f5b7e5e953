package io.millrace.hadoop.faults;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.MarkableIterator;
import org.apache.hadoop.mapreduce.Reducer;

/** Looks for what a job tells in the files that it leaves on disk while it runs. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public abstract class EncryptedSpills {

    private static final String SECRET = "the password is swordfish";
    private static final String GATE = "test.gate";
    private static final int MAPS = 8;
    private static final int RECORDS = 10_000;

    /** Each record has the secret in its key and in its value. */
    public static final class Tells extends Mapper<IntWritable, LongWritable, Text, Text> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            String random =
                    Long.toHexString((split.get() * 31L + number.get()) * 0x9e3779b97f4a7c15L);
            context.write(new Text(random.charAt(0) + SECRET), new Text(SECRET + random));
        }
    }

    /** Waits in the middle of the first group, after a mark; then counts all values twice. */
    public static final class CountsTwice extends Reducer<Text, Text, Text, LongWritable> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            MarkableIterator<Text> iterator = new MarkableIterator<>(values.iterator());
            iterator.mark();
            long count = rest(iterator);
            Path gate = Path.of(context.getConfiguration().get(GATE));
            Path reached = Path.of(gate + "-reached");
            if (!Files.exists(reached)) {
                Files.createFile(reached);
            }
            while (!Files.exists(gate)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("killed at the gate");
                }
                LockSupport.parkNanos(1_000_000);
            }
            iterator.reset();
            context.write(key, new LongWritable(count + rest(iterator)));
        }

        private static long rest(MarkableIterator<Text> values) {
            long count = 0;
            while (values.hasNext()) {
                count += values.next().toString().startsWith(SECRET) ? 1 : 0;
            }
            return count;
        }
    }

    /** Runs a job, and looks for its secret in all files with intermediate data. */
    protected void requireNothingInClear(ShuffleKind shuffle, boolean encrypted, String isolation)
            throws Exception {
        Path gate = Workspace.directory("gate").resolve("open");
        Trial trial = trial(shuffle);
        Job job = submit(trial, gate, encrypted, isolation);
        Await.until("a reduce task has marked", () -> Files.exists(Path.of(gate + "-reached")));
        List<Path> files = Workspace.filesBelow(localDirectory());
        assertThat(files).as("files with intermediate data").hasSizeGreaterThan(MAPS);
        List<Path> telling = files.stream().filter(EncryptedSpills::tells).toList();
        if (encrypted) {
            assertThat(telling).as("files with the secret in clear").isEmpty();
        } else {
            assertThat(telling).as("files with the secret in clear").hasSizeGreaterThan(MAPS);
        }
        Files.createFile(gate);
        Trial.End end = trial.await(job);
        assertThat(end.state()).as(end.everything()).isEqualTo(State.SUCCEEDED);
        long counted =
                Workspace.filesBelow(Path.of(trial.jobRun().output().toUri())).stream()
                        .filter(path -> path.getFileName().toString().startsWith("part-"))
                        .flatMap(EncryptedSpills::lines)
                        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('\t') + 1)))
                        .sum();
        assertThat(counted).isEqualTo(2L * MAPS * RECORDS);
    }

    protected static Trial trial(ShuffleKind shuffle) {
        return Trial.over(
                "encrypted",
                Workspace.directory("no-input"),
                EngineSetup.PLAIN.with(shuffle).with(Memory.TINY));
    }

    protected static Job submit(Trial trial, Path gate, boolean encrypted, String isolation)
            throws Exception {
        Job job = trial.jobRun().newJob("secrets");
        SyntheticInput.set(job.getConfiguration(), MAPS, RECORDS);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Tells.class);
        job.setReducerClass(CountsTwice.class);
        job.setMapOutputKeyClass(Text.class);
        job.setMapOutputValueClass(Text.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(LongWritable.class);
        job.setNumReduceTasks(1);
        job.getConfiguration().set(GATE, gate.toString());
        job.getConfiguration().set("millrace.task.isolation", isolation);
        job.getConfiguration().setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, encrypted);
        // Fewer than there are map tasks: what they left is merged to disk once more.
        job.getConfiguration().setInt(EngineKeys.MERGE_FACTOR.name(), MAPS / 2);
        // What a mark keeps goes to disk at once.
        job.getConfiguration().setInt("mapreduce.reduce.markreset.buffer.size", 1000);
        job.submit();
        return job;
    }

    protected static Path localDirectory() {
        return Workspace.temporary().resolve("mapred").resolve("local");
    }

    protected static boolean tells(Path file) {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1).contains("swordfish");
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new AssertionError("cannot read " + file, e);
        }
    }

    protected static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new AssertionError("cannot read " + file, e);
        }
    }
}
