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
            "The program in the jar runs until it submits its first job, as with millrace jar. Then"
                    + " the plan is printed and the process ends: no task runs and no output is set up."
                    + " The program's own output goes to standard error. Only the first job is"
                    + " explained, because later jobs may depend on what it writes.",
            "Exit code 0 if a plan was printed; 1 or the program's own if it submitted no job.",
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
                    "Run the program to its end, and print for each job what was planned beside"
                            + " what was measured. The exit code is the program's.")
    private boolean analyze;

    @SuppressWarnings("unused") // for the help
    @Option(
            names = "--json",
            description = "Print JSON, with --analyze a line for each job: its report.")
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
