package io.millrace.bench.parts;

import java.util.Collection;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs measurements of parts. */
public final class Parts {

    private static final int FEW = 500;
    private static final int ROUNDS = 5;

    private Parts() {}

    /**
     * Measures, each part in processes of its own, and prints the figures.
     *
     * @param regex which parts, by class and method
     * @param forks how many processes for each
     */
    public static Collection<RunResult> measure(String regex, int forks) throws RunnerException {
        return new Runner(
                        of(regex)
                                .forks(forks)
                                .warmupIterations(ROUNDS)
                                .warmupTime(TimeValue.seconds(1))
                                .measurementIterations(ROUNDS)
                                .measurementTime(TimeValue.seconds(1))
                                .build())
                .run();
    }

    /** Runs each part once, here, on next to nothing: to see that it still works. */
    public static Collection<RunResult> tryOut(String regex) throws RunnerException {
        return new Runner(
                        of(regex)
                                .forks(0)
                                .mode(Mode.SingleShotTime)
                                .warmupIterations(0)
                                .measurementIterations(1)
                                .param("records", Integer.toString(FEW))
                                .verbosity(VerboseMode.SILENT)
                                .build())
                .run();
    }

    private static ChainedOptionsBuilder of(String regex) {
        return new OptionsBuilder().include(regex).shouldFailOnError(true);
    }
}
