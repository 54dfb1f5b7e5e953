package io.millrace.cli.index;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.records.index.IndexCheck;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares an index with its input. */
@Command(
        name = "check",
        description = {
            "Compare the files of IN with those from which the index OUT was built.",
            "Exit code 0 if they are the same and have not changed, or else 1."
        })
final class CheckCommand implements Callable<Integer> {

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Parameters(index = "0", paramLabel = "IN", description = "The input of the index.")
    private String input;

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Parameters(index = "1", paramLabel = "OUT", description = "The directory of the index.")
    private String output;

    @Override
    public Integer call() throws CommandException {
        IndexCheck check;
        try {
            check = IndexCheck.of(new Path(input), new Path(output), new JobConf());
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandException(
                    "Cannot check the index %s: %s".formatted(output, e.getMessage()), e);
        }
        check.changes().forEach(System.out::println);
        check.added().forEach(each -> System.out.println(each + " is not in the index"));
        if (!check.changes().isEmpty()) {
            System.out.println("Delete the index and build it again.");
            return ExitCode.JOB_FAILED;
        }
        if (!check.added().isEmpty()) {
            System.out.println("Run millrace index build again to add files.");
            return ExitCode.JOB_FAILED;
        }
        System.out.println("The index has all files, and none has changed.");
        return ExitCode.SUCCESS;
    }
}
