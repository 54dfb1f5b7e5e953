package io.millrace.bench.parts;

import io.millrace.bench.frame.BenchCommand;
import io.millrace.measure.MeasurementException;
import java.util.Collection;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The parts of the engine by themselves. */
@Command(
        name = "parts",
        description = {
            "Measure parts of the engine by themselves, with JMH: collector, sort, merge, serializers, line reader,",
            "locks, trace; for words that are equally frequent, and for words that are not (Zipf). fingerprint compares",
            "sorts by keys and by hashes of keys, with the keys of the aggregation over visits of web pages. decoder",
            "decodes these visits from text."
        },
        sortOptions = false)
public final class PartsCommand extends BenchCommand {

    private static final int FEW = 500;
    private static final int ROUNDS = 5;

    @Parameters(
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Only parts whose class and method this finds (default: all).")
    private String regex = "";

    @Option(
            names = "--forks",
            paramLabel = "N",
            description =
                    "Measure each part in N processes, which may compile it differently (default: ${DEFAULT-VALUE}).")
    private int forks = 1;

    @Override
    public Integer call() throws Exception {
        try {
            new Runner(
                            of(regex)
                                    .forks(forks)
                                    .warmupIterations(ROUNDS)
                                    .warmupTime(TimeValue.seconds(1))
                                    .measurementIterations(ROUNDS)
                                    .measurementTime(TimeValue.seconds(1))
                                    .build())
                    .run();
        } catch (NoBenchmarksException e) {
            throw new MeasurementException("no part's name has " + regex + " in it", e);
        } catch (RunnerException e) {
            throw new MeasurementException("a part could not be measured: " + e.getMessage(), e);
        }
        return print("");
    }

    /** Runs each part once, here, on next to nothing: to see that it still works. */
    static Collection<RunResult> tryOut(String regex) throws RunnerException {
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
