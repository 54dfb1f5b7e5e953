package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Sampled;
import io.millrace.testing.Soak;
import io.millrace.testing.SourceJar;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.junit.jupiter.api.Test;

/**
 * Many jobs of all kinds in one process, one after the other, and what they leave behind: a
 * thousand, or as many as a build has time for. The test prints the figures.
 */
@Sampled(oneIn = 2)
final class ThousandJobsTest {

    private static final int JOBS = Soak.cases(40, 1000);
    private static final int WARM_UP = 20;
    private static final List<ShuffleKind> SHUFFLES =
            List.of(ShuffleKind.PULL, ShuffleKind.PUSH, ShuffleKind.HYBRID);

    private static final String MAPPER =
            """
            public class Jarred extends org.apache.hadoop.mapreduce.Mapper<
                    org.apache.hadoop.io.IntWritable, org.apache.hadoop.io.LongWritable,
                    org.apache.hadoop.io.Text, org.apache.hadoop.io.LongWritable> {
                static final byte[] LARGE = new byte[1 << 20];
                static int calls;
                @Override
                protected void map(org.apache.hadoop.io.IntWritable split,
                        org.apache.hadoop.io.LongWritable number, Context context)
                        throws java.io.IOException, InterruptedException {
                    context.write(new org.apache.hadoop.io.Text("k" + (calls++ % 7)), number);
                }
            }
            """;

    private final Path workspace = Workspace.directory("thousand-jobs");

    @Test
    void jobsLeaveNothingBehind() throws Exception {
        Path jar = SourceJar.of(workspace, "Jarred", MAPPER);
        Path cached = Files.writeString(workspace.resolve("cached.txt"), "cached");
        run(WARM_UP, jar, cached);
        Footprint before = Footprint.measure();
        long start = System.nanoTime();
        run(JOBS, jar, cached);
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        Footprint after = Footprint.measure();
        String table =
                before.besides(
                        after, JOBS + " jobs, " + seconds + " s, after " + WARM_UP + " others");
        System.out.println(table);
        assertThat(after.get("record memory held")).as(table).isZero();
        for (String constant :
                List.of("shutdown hooks", "metrics sources", "file system statistics")) {
            assertThat(after.get(constant)).as(table).isEqualTo(before.get(constant));
        }
        assertThat(after.get("file systems cached"))
                .as(table)
                .isLessThanOrEqualTo(before.get("file systems cached") + 1);
        assertThat(after.get("threads")).as(table).isLessThan(before.get("threads") + 10);
        // Loaders of the last jobs stay open for a while, for threads that user code left behind.
        assertThat(after.get("file descriptors"))
                .as(table)
                .isLessThan(before.get("file descriptors") + 200);
        assertThat(after.get("classes")).as(table).isLessThan(before.get("classes") + 300);
        assertThat(after.get("heap, KB")).as(table).isLessThan(before.get("heap, KB") + 64 * 1024);
    }

    private static void run(int jobs, Path jar, Path cached) throws Exception {
        for (int i = 0; i < jobs; i++) {
            EngineSetup setup = EngineSetup.PLAIN.with(SHUFFLES.get(i % SHUFFLES.size()));
            run(i, i % 10 == 0 ? setup.with(Memory.TINY) : setup, jar, cached);
        }
        NothingLeft.check();
    }

    private static void run(int number, EngineSetup setup, Path jar, Path cached) throws Exception {
        Trial trial = Trial.over("one-of-many", Workspace.directory("no-input"), setup);
        Job job = ShapeJobs.newJob(trial.jobRun(), "one of many", 3, 100, number % 4);
        boolean fails = number % 7 == 3;
        boolean killed = number % 7 == 5;
        if (fails) {
            job.getConfiguration()
                    .set("mapreduce.job.output.key.comparator.class", "no.such.Class");
            job.setNumReduceTasks(1);
        } else if (number % 3 == 1) {
            job.setJar(jar.toString());
            job.getConfiguration().set("mapreduce.job.map.class", "Jarred");
        }
        job.getConfiguration()
                .set("millrace.memory.slab.kind", number % 2 == 0 ? "heap" : "native");
        job.addCacheFile(new URI(cached.toUri() + "#link-" + number));
        if (killed) {
            job.submit();
            job.killJob();
        }
        State state = killed ? trial.await(job).state() : trial.finish(job).state();
        if (killed) {
            assertThat(state).isIn(State.KILLED, State.SUCCEEDED);
        } else {
            assertThat(state).isEqualTo(fails ? State.FAILED : State.SUCCEEDED);
        }
        Workspace.delete(Path.of(trial.jobRun().output().toUri()).getParent());
    }
}
