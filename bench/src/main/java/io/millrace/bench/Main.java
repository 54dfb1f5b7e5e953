package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Starts the measurement that the arguments name. */
@Command(
        name = "millrace bench",
        description = "Measures jobs on Millrace and on Hadoop's local runner, side by side.",
        synopsisSubcommandLabel = "MEASUREMENT",
        subcommands = FloorCommand.class)
public final class Main {

    private static final int USAGE_WIDTH = 100;
    private static final int FAILED = 1;
    private static final int INTERRUPTED = 3;

    @SuppressWarnings("unused") // read by the parser
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this text.")
    private boolean help;

    private Main() {}

    /** Takes the arguments of the launcher, of which the first is {@code bench}. */
    public static void main(String[] arguments) {
        String[] own =
                arguments.length == 0
                        ? arguments
                        : Arrays.copyOfRange(arguments, 1, arguments.length);
        System.exit(commandLine().execute(own));
    }

    private static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        for (Workload workload : Workload.values()) {
            CommandLine job = new CommandLine(new JobCommand(workload));
            job.getCommandSpec().usageMessage().header(workload.sentence());
            commandLine.addSubcommand(workload.word(), job);
        }
        return commandLine
                .setUsageHelpWidth(USAGE_WIDTH)
                .setExecutionExceptionHandler(Main::report);
    }

    private static int report(
            Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        if (failure instanceof InterruptedException) {
            return INTERRUPTED;
        }
        if (failure instanceof BenchException) {
            System.err.println("millrace: " + failure.getMessage());
        } else {
            failure.printStackTrace();
        }
        return FAILED;
    }
}
