package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.verify.Agreement;
import io.millrace.verify.Outcome;
import io.millrace.verify.OutcomeComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs of one program, compared with its first, which is under Hadoop's local runner. */
final class SideBySide {

    private final List<String> arguments;
    private final Path directory;
    private final Agreement agreement;
    private final List<JobNote> jobs;
    private final int exitCode;
    private final Outcome outcome;

    /**
     * Makes the first run.
     *
     * @param arguments of {@code millrace jar}
     * @param directory gets a directory for each run
     */
    SideBySide(List<String> arguments, Path directory, Agreement agreement)
            throws IOException, InterruptedException, CommandException {
        this.arguments = arguments;
        this.directory = directory;
        this.agreement = agreement;
        SideRun local = new SideRun(Side.LOCAL, directory.resolve("local"));
        this.exitCode = local.run(arguments);
        this.outcome = local.take();
        this.jobs = local.jobs();
    }

    /** Jobs that the first run was seen to end. */
    int jobs() {
        return outcome.jobs().size();
    }

    /** Files that the first run has put out. */
    int files() {
        return outcome.files().names().size();
    }

    /**
     * One more run, kept under this name: a sentence for each of its differences from the first.
     */
    List<String> differencesOf(Side side, String name)
            throws IOException, InterruptedException, CommandException {
        SideRun run = new SideRun(side, directory.resolve(name));
        int otherExitCode = run.run(arguments);
        Outcome other = run.take();
        List<String> found = new ArrayList<>();
        if (exitCode != otherExitCode) {
            found.add("the exit code is " + otherExitCode + ", expected " + exitCode);
        }
        if (outcome.jobs().isEmpty() && other.jobs().isEmpty()) {
            found.add(
                    "no job was seen to end under either: the program submitted none, did not wait"
                            + " for it, or set mapreduce.framework.name itself");
        }
        found.addAll(
                new OutcomeComparison(
                                agreement,
                                jobs.stream().anyMatch(JobNote::combines),
                                jobs.stream().anyMatch(JobNote::compresses))
                        .differences(outcome, other));
        return found;
    }
}
