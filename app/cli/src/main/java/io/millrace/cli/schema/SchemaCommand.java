package io.millrace.cli.schema;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.records.guess.Sample;
import io.millrace.records.guess.SchemaGuess;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a schema that fits the first lines of a file. */
@Command(
        name = "schema",
        description = {
            "Guess the schema of a file of delimited text and print it, for jobs that read the file"
                    + " with DecodedText.",
            "The guess fits the first lines of the file: check it, and name the columns. FILE is a"
                    + " path in any file system of Hadoop, and may be compressed."
        },
        sortOptions = false)
public final class SchemaCommand implements Callable<Integer> {

    @SuppressWarnings("NullAway.Init") // set by the parser
    @Parameters(paramLabel = "FILE", description = "Print a schema for this file.")
    private String file;

    @Option(
            names = "--lines",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Guess from the first N lines (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Override
    public Integer call() throws CommandException {
        if (lines < 1) {
            throw new CommandException("--lines is " + lines + "; allowed: at least 1");
        }
        List<byte[]> sample = sample();
        SchemaGuess guess = SchemaGuess.of(sample);
        System.out.printf("# Guessed from the first %d lines of %s.%n", sample.size(), file);
        if (!guess.isSeparated()) {
            System.out.println("# No delimiter was found: each line is one field.");
        }
        if (guess.otherLines() > 0) {
            System.out.printf(
                    "# %d of these records have more or fewer fields than this schema has columns.%n",
                    guess.otherLines());
        }
        guess.notes().forEach(note -> System.out.println("# " + note));
        System.out.print(guess.schema());
        return ExitCode.SUCCESS;
    }

    private List<byte[]> sample() throws CommandException {
        try {
            return Sample.read(new Path(file), lines, new JobConf());
        } catch (IOException | IllegalArgumentException e) {
            throw new CommandException(
                    "Cannot guess a schema from %s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
