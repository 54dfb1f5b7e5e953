package io.millrace.cli.index;

import io.millrace.cli.process.CommandException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Commands about indexes of delimited text. */
@Command(
        name = "index",
        description = "Build an index of delimited text, or check that it fits the text.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {BuildCommand.class, CheckCommand.class})
public final class IndexCommand implements Callable<Integer> {

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(
                "no command is named after index; try millrace index build or millrace index check");
    }
}
