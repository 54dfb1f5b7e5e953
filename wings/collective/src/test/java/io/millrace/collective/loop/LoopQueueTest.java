package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of a loop's workers, and loops that want the same slots. */
@Sampled(oneIn = 2)
class LoopQueueTest {

    private static final int AT_ONCE = 4;
    private static final int ITERATIONS = 3;

    @TempDir private static Path shared;

    @TempDir Path folder;
    private Loops loops;

    @BeforeEach
    void makeInput() throws Exception {
        loops = new Loops(folder);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        loops.assertNothingLeft();
    }

    /** (0, 1) of each line. */
    public static final class One extends Mapper<LongWritable, Text, IntWritable, LongWritable> {
        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(new IntWritable(0), new LongWritable(1));
        }
    }

    private static LoopState count(Job job) throws Exception {
        return loop(job).run();
    }

    private static IterativeJob loop(Job job) {
        return IterativeJob.over(job)
                .startWith(new DynamicData(List.of()))
                .repeat(
                        Step.map(One.class, IntWritable.class, LongWritable.class)
                                .allReduce(NumberOperation.SUM))
                .atMost(ITERATIONS);
    }

    @Test
    void aLoopHasAWorkerForEachMapSlot() throws Exception {
        // Hadoop's local runner has one.
        Job job =
                loops.job(
                        "millrace",
                        "mapreduce.local.map.tasks.maximum",
                        "1",
                        "millrace.map.threads",
                        "3");
        IterativeJob loop = loop(job);
        loop.run();
        assertThat(loop.counters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
                .isEqualTo(3);
    }

    @Test
    void loopsOfOneProcessDoNotWaitForEachOthersSlots() throws Exception {
        LoopState expected = count(job());
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<LoopState>> running = new ArrayList<>();
            for (int i = 0; i < 3 * AT_ONCE; i++) {
                Callable<LoopState> loop = () -> count(job());
                running.add(threads.submit(loop));
            }
            for (Future<LoopState> each : running) {
                assertThat(Loops.text(each.get())).isEqualTo(Loops.text(expected));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private Job job() throws IOException {
        return loops.job("millrace", "millrace.collective.gather.seconds", "5");
    }

    /** Each task runs a loop. */
    public static final class RunsLoop
            extends Mapper<LongWritable, Text, NullWritable, NullWritable> {
        @Override
        protected void cleanup(Context context) throws IOException {
            try {
                Path mine = shared.resolve(context.getTaskAttemptID().toString());
                java.nio.file.Files.createDirectory(mine);
                count(new Loops(mine).job("millrace"));
                context.getCounter("loops", "ended").increment(1);
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }

    @Test
    void loopsOfTasksTakeTurnsAmongThemselves() throws Exception {
        Job job = loops.job("millrace");
        job.setMapperClass(RunsLoop.class);
        job.setNumReduceTasks(0);
        job.setOutputFormatClass(NullOutputFormat.class);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getCounters().findCounter("loops", "ended").getValue())
                .isEqualTo(Loops.SPLITS);
    }
}
