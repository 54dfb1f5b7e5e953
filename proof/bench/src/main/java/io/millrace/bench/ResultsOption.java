package io.millrace.bench;

import io.millrace.bench.frame.Surroundings;
import io.millrace.bench.report.Occasion;
import io.millrace.bench.report.Report;
import io.millrace.bench.report.ResultsDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command that begins now keeps its results. */
final class ResultsOption {

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Directory for the results (default: a new one in bench/results).")
    private @Nullable Path results;

    private final LocalDateTime start = LocalDateTime.now(ZoneId.systemDefault());

    /** Where {@link #keep} keeps a report of this name. */
    ResultsDirectory directory(Path home, String name) {
        return results != null
                ? new ResultsDirectory(results)
                : ResultsDirectory.of(home, name, start);
    }

    /**
     * Prints a report and keeps it.
     *
     * @param home where Millrace is
     * @param name what a new directory's name begins with
     * @param command what repeats the measurement
     */
    void keep(Path home, String name, String command, Function<Occasion, Report> report)
            throws IOException, InterruptedException {
        ResultsDirectory folder = directory(home, name);
        Occasion occasion =
                new Occasion(command, start.toString(), Surroundings.ofThisMachine(home));
        System.out.print(folder.keep(report.apply(occasion)));
        System.err.println("kept in " + folder);
    }

    /**
     * Prints a report and keeps it.
     *
     * @param name what a new directory's name begins with
     * @param command what repeats the measurement
     */
    void keep(String name, String command, io.millrace.bench.frame.Report report)
            throws IOException, InterruptedException {
        Path home = Printed.home();
        var folder =
                results != null
                        ? new io.millrace.bench.frame.ResultsDirectory(results)
                        : io.millrace.bench.frame.ResultsDirectory.of(home, name, start);
        System.out.print(
                folder.keep(
                        report,
                        new io.millrace.bench.frame.Occasion(
                                command,
                                start.toString(),
                                Surroundings.ofThisMachine(home))));
        System.err.println("kept in " + folder);
    }
}
