package io.millrace.collective.loop;

import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import java.nio.file.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.IntWritable;

/** A process that runs a loop, to be killed. */
public final class KilledLoop {

    private KilledLoop() {}

    /** The folder, and how many iterations. */
    public static void main(String[] arguments) throws Exception {
        run(new Loops(Path.of(arguments[0])), Integer.parseInt(arguments[1]), true);
    }

    static LoopState run(Loops loops, int iterations, boolean checkpoints) throws Exception {
        String[] settings =
                checkpoints
                        ? new String[] {
                            "millrace.collective.checkpoint.every",
                            "3",
                            "millrace.collective.checkpoint.path",
                            checkpoint(loops).toString()
                        }
                        : new String[0];
        return IterativeJob.over(loops.job("millrace", settings))
                .repeat(
                        Step.map(
                                        LostWorkersTest.Weighted.class,
                                        IntWritable.class,
                                        DoubleWritable.class)
                                .allReduce(NumberOperation.SUM))
                .atMost(iterations)
                .run();
    }

    static Path checkpoint(Loops loops) {
        return loops.folder().resolve("checkpoint");
    }
}
