package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.Installation;
import io.millrace.verify.Agreement;
import io.millrace.verify.Difference;
import io.millrace.verify.run.ChildProcess;
import io.millrace.verify.run.JobLibraries;
import io.millrace.verify.run.RunResult;
import io.millrace.verify.run.Side;
import io.millrace.verify.run.SideRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs of one program, compared with its first, which is under Hadoop's local runner. */
final class SideBySide {

    private final List<String> arguments;
    private final Path directory;
    private final Agreement agreement;
    private final RunResult first;
    private final List<Path> libraries;

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
        this.first = run(Side.LOCAL, "local");
        this.libraries = JobLibraries.of(arguments, first.jobs(), directory.resolve("libraries"));
    }

    /** The run that the others are compared with. */
    RunResult first() {
        return first;
    }

    /** One more run; its files are kept under this name. */
    RunResult run(Side side, String name)
            throws IOException, InterruptedException, CommandException {
        SideRun run = new SideRun(side, directory.resolve(name));
        Path log = run.directory().resolve("log");
        System.err.println("millrace: running under " + side.title() + "; log in " + log);
        List<String> command = new ArrayList<>(List.of(Installation.launcher().toString()));
        command.addAll(SideRun.arguments(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("MILLRACE_BUILD", "off");
        builder.environment().putAll(run.environment());
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        try (ChildProcess process = ChildProcess.start(builder)) {
            return run.end(process.waitFor(), log);
        }
    }

    /** The differences of a run from the first. */
    List<Difference> differencesOf(RunResult run) throws IOException {
        return first.differencesOf(run, agreement, libraries);
    }
}
