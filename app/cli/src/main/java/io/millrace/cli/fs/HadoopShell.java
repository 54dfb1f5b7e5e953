package io.millrace.cli.fs;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;

/**
 * Hadoop's own file system shell, as {@code hadoop fs} has it, so that programs which call {@code
 * hadoop} can call Millrace's launcher in its place.
 */
public final class HadoopShell {

    private HadoopShell() {}

    /**
     * Whether these are arguments of the shell: its commands begin with one hyphen, ours with none.
     */
    public static boolean takes(List<String> arguments) {
        return !arguments.isEmpty()
                && arguments.get(0).startsWith("-")
                && !arguments.get(0).startsWith("--")
                && !arguments.get(0).equals("-h");
    }

    /**
     * Runs a command of the shell and returns its exit code.
     *
     * @throws CommandException if it names a file in the memory of a process, which this one is not
     */
    public static int run(List<String> arguments) throws Exception {
        for (String argument : arguments) {
            if (argument.startsWith("mem:")) {
                throw new CommandException(
                        argument
                                + " is in the memory of another process, which Hadoop's shell does not reach;"
                                + " use millrace fs ls, cat, du or cp");
            }
        }
        try {
            return ToolRunner.run(
                    new FsShell(new Configuration()), arguments.toArray(String[]::new));
        } catch (FSError e) { // the shell reports only exceptions in one line
            String target = arguments.get(arguments.size() - 1);
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            System.err.println("millrace: " + target + " was not written: " + cause.getMessage());
            return ExitCode.JOB_FAILED;
        }
    }
}
