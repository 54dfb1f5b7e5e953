package io.millrace.cli.verify;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.Installation;
import io.millrace.verify.run.ChildProcess;
import io.millrace.verify.run.JobLibraries;
import io.millrace.verify.run.RunResult;
import io.millrace.verify.run.Side;
import io.millrace.verify.run.SideRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs one program, each time in its own process. */
final class Runs {

    private final List<String> arguments;
    private final Path directory;

    /**
     * Runs of a program.
     *
     * @param arguments of {@code millrace jar}
     * @param directory gets a directory for each run
     */
    Runs(List<String> arguments, Path directory) {
        this.arguments = arguments;
        this.directory = directory;
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

    /** The class path of the program's jobs, for readers of their files. Call it once. */
    List<Path> librariesOf(RunResult run) throws IOException {
        return JobLibraries.of(arguments, run.jobs(), directory.resolve("libraries"));
    }
}
