package io.millrace.cli.explain;

import io.millrace.cli.process.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Describes {@code millrace explain} to a person. A command line that names a jar never gets here:
 * its arguments are the job's, and no parser of ours touches them.
 */
@Command(
        name = "explain",
        description = {
            "Show how Millrace would run a job, and why, without running it.",
            "",
            "The program in the jar runs until it submits its first job, as with millrace jar."
                    + " Then Millrace prints the plan, and the process ends: no task runs and"
                    + " no output is set up. The output of the program goes to standard error."
                    + " Only the first job is explained, because later jobs may depend on its"
                    + " output.",
            "Exit code 0 if a plan was printed. If the program submitted no job, its own exit"
                    + " code, or 1.",
            ""
        },
        customSynopsis =
                "millrace explain [--analyze] [--json] jar [OPTIONS OF JAR] APP.JAR [MAINCLASS]"
                        + " [ARGUMENTS...]",
        sortOptions = false)
public final class ExplainCommand implements Callable<Integer> {

    @SuppressWarnings("unused") // for the help
    @Option(
            names = "--analyze",
            description =
                    "Run the program to its end, and print the planned and the measured values"
                            + " of each job. The exit code is that of the program.")
    private boolean analyze;

    @SuppressWarnings("unused") // for the help
    @Option(
            names = "--json",
            description =
                    "Print JSON. With --analyze, print the report of each job on one" + " line.")
    private boolean json;

    @SuppressWarnings("unused") // for the parser
    @Parameters(hidden = true)
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(
                "explain takes the command to explain: millrace explain jar app.jar arguments...");
    }
}
