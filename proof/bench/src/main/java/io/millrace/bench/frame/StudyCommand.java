package io.millrace.bench.frame;

import io.millrace.measure.Occasion;
import io.millrace.measure.Report;
import io.millrace.measure.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that keeps what it finds: a page with charts, and figures for programs. */
public abstract class StudyCommand extends BenchCommand {

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the figures to FILE as well.")
    private @Nullable Path csv;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Directory for the results (default: a new one in proof/bench/results).")
    private @Nullable Path results;

    private final LocalDateTime start = LocalDateTime.now(ZoneId.systemDefault());

    /** Where {@link #keep} keeps a report of this name. */
    protected final ResultsDirectory directory(String name) {
        return results != null
                ? new ResultsDirectory(results)
                : ResultsDirectory.of(home(), name, start);
    }

    /**
     * Prints a report and keeps it.
     *
     * @param name what a new directory's name begins with
     * @return the exit code: 1 if a run of some row has failed
     */
    protected final int keep(String name, Report report) throws IOException, InterruptedException {
        if (csv != null) {
            Files.writeString(csv, report.csv());
        }
        ResultsDirectory folder = directory(name);
        Surroundings here = Surroundings.ofThisMachine(home());
        System.out.print(folder.keep(report, new Occasion(repetition(), start.toString(), here)));
        System.err.println("kept in " + folder);
        return report.anyFailed() ? 1 : 0;
    }
}
