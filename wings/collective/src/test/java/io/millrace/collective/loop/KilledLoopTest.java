package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.collective.data.Checkpoint;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import io.millrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledLoopTest {

    private static final long DEADLINE_SECONDS = 120;
    private static final int MANY = 1_000_000;

    /** Leaves a file when it begins. */
    static final class Begins extends LostWorkersTest.Weighted {

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            super.setup(context);
            Path begun = Path.of(context.getConfiguration().get("test.begun"));
            if (!Files.exists(begun)) {
                Files.createFile(begun);
            }
        }
    }

    @TempDir Path folder;

    @Test
    void aLoopWhoseProcessWasKilledComesToTheSameEnd() throws Exception {
        Loops loops = new Loops(folder);
        Path checkpoint = KilledLoop.checkpoint(loops);
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                KilledLoop.class.getName(),
                                folder.toString(),
                                Integer.toString(MANY))
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("output").toFile())
                        .start();
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
            while (!Files.exists(checkpoint)) {
                assertThat(process.isAlive()).as(() -> "the loop is running: " + output()).isTrue();
                assertThat(System.nanoTime()).isLessThan(deadline);
                Thread.onSpinWait();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(checkpoint.toUri());
        Configuration conf = new Configuration();
        int reached = Checkpoint.read(conf, file).progress(conf).state().iteration();
        assertThat(reached).isBetween(3, MANY - 1);
        LoopState resumed = KilledLoop.run(loops, reached + 4, true);
        LoopState whole = KilledLoop.run(loops, reached + 4, false);
        assertThat(resumed.iteration()).isEqualTo(reached + 4);
        assertThat(Loops.text(resumed)).isEqualTo(Loops.text(whole));
        loops.assertNothingLeft();
    }

    /** Its worker is alone, so it waits for nobody, and nothing but its records can end it. */
    @Test
    void aLoopOfOneWorkerEndsWhenItIsInterrupted() throws Exception {
        Loops loops = new Loops(folder);
        Path begun = folder.resolve("begun");
        IterativeJob endless =
                IterativeJob.over(
                                loops.job(
                                        "millrace",
                                        "millrace.collective.workers",
                                        "1",
                                        "test.begun",
                                        begun.toString()))
                        .repeat(
                                Step.map(Begins.class, IntWritable.class, DoubleWritable.class)
                                        .allReduce(NumberOperation.SUM))
                        .atMost(Integer.MAX_VALUE);
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread loop =
                new Thread(() -> {
                    try {
                        endless.run();
                    } catch (Exception e) {
                        end.set(e);
                    }
                });
        loop.start();
        Await.until("the loop has begun", () -> Files.exists(begun));
        loop.interrupt();
        Await.until("the loop has ended", () -> !loop.isAlive());
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        Await.until(
                "its attempt has ended",
                () -> JobTable.of(MillraceProcess.current()).memoryHeldBytes() == 0);
        loops.assertNothingLeft();
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("output"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
