package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.Report;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that measurements of workloads share. */
final class RunOptions {

    static final int RUNS = 3;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of each kind (default: " + RUNS + ").")
    private @Nullable Integer runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed gives other inputs (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--reduces",
            paramLabel = "N",
            description = "Reduce tasks of each of Hadoop's jobs (default: as many as cores).")
    private int reduces = Runtime.getRuntime().availableProcessors();

    @Mixin private final ResultsOption results = new ResultsOption();

    int runs() throws WrongUseException {
        return runs(RUNS);
    }

    /** The runs of each kind; {@code otherwise} if the option is missing. */
    int runs(int otherwise) throws WrongUseException {
        return Arguments.atLeastOne("--runs", runs != null ? runs : otherwise);
    }

    long seed() {
        return seed;
    }

    int reduces() throws WrongUseException {
        return Arguments.atLeastOne("--reduces", reduces);
    }

    /** The options that repeat a measurement with so many runs by default. */
    String words(int otherwise) throws WrongUseException {
        return "--runs %d --seed %d --reduces %d".formatted(runs(otherwise), seed, reduces());
    }

    String words() throws WrongUseException {
        return words(RUNS);
    }

    /** Prints a report and keeps it, see {@link ResultsOption#keep}. */
    void keep(String name, String command, Report report) throws IOException, InterruptedException {
        results.keep(name, command, report);
    }
}
