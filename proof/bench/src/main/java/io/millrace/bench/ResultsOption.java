package io.millrace.bench;

import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.measure.Occasion;
import io.millrace.measure.Report;
import io.millrace.measure.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
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
    ResultsDirectory directory(String name) {
        return results != null
                ? new ResultsDirectory(results)
                : ResultsDirectory.of(Printed.home(), name, start);
    }

    /**
     * Prints a report and keeps it.
     *
     * @param name what a new directory's name begins with
     * @param command what repeats the measurement
     */
    void keep(String name, String command, Report report) throws IOException, InterruptedException {
        ResultsDirectory folder = directory(name);
        Surroundings here = Surroundings.ofThisMachine(Printed.home());
        System.out.print(folder.keep(report, new Occasion(command, start.toString(), here)));
        System.err.println("kept in " + folder);
    }
}
