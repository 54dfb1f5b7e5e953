package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.verify.Agreement;
import io.millrace.verify.Difference;
import io.millrace.verify.run.RunResult;
import io.millrace.verify.run.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs of one program, compared with its first, which is under Hadoop's local runner. */
final class SideBySide {

    private final Runs runs;
    private final Agreement agreement;
    private final RunResult first;
    private final List<Path> libraries;

    /** Makes the first run. */
    SideBySide(Runs runs, Agreement agreement)
            throws IOException, InterruptedException, CommandException {
        this.runs = runs;
        this.agreement = agreement;
        this.first = runs.run(Side.LOCAL, "local");
        this.libraries = runs.librariesOf(first);
    }

    /** The run that the others are compared with. */
    RunResult first() {
        return first;
    }

    /** One more run; its files are kept under this name. */
    RunResult run(Side side, String name)
            throws IOException, InterruptedException, CommandException {
        return runs.run(side, name);
    }

    /** The differences of a run from the first. */
    List<Difference> differencesOf(RunResult run) throws IOException {
        return first.differencesOf(run, agreement, libraries);
    }
}
