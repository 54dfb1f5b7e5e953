package io.millrace.cli;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the help of a command, as its own {@code --help} does. */
@Command(name = "help", description = "Print the help of a command, or of all.")
final class HelpCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "A command, and a command of that, as in history show.")
    private List<String> names = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        CommandLine command = spec.root().commandLine();
        for (String name : names) {
            command = command.getSubcommands().get(name);
            if (command == null) {
                throw new CommandException(
                        "there is no command "
                                + String.join(" ", names)
                                + "; millrace help lists them");
            }
        }
        command.usage(System.out);
        return ExitCode.SUCCESS;
    }
}
