package io.millrace.bench;

import io.millrace.bench.parts.Parts;
import io.millrace.measure.MeasurementException;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.RunnerException;
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
final class PartsCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Only parts whose class and method this finds (default: all).")
    private String regex = "";

    @Option(
            names = "--forks",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Measure each part in N processes, which may compile it differently (default: ${DEFAULT-VALUE}).")
    private int forks;

    @Override
    public Integer call() throws Exception {
        try {
            Parts.measure(regex, forks);
        } catch (NoBenchmarksException e) {
            throw new MeasurementException("no part's name has " + regex + " in it", e);
        } catch (RunnerException e) {
            throw new MeasurementException("a part could not be measured: " + e.getMessage(), e);
        }
        return Printed.page("");
    }
}
