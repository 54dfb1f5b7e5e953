package io.millrace.cli.demo;

import io.millrace.cli.jar.FrameworkDefault;
import io.millrace.cli.jar.JobJar;
import io.millrace.cli.live.LiveJobs;
import io.millrace.cli.process.Amounts;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.process.Installation;
import io.millrace.cli.process.LogLevel;
import io.millrace.cli.process.Size;
import io.millrace.engine.task.Thrown;
import io.millrace.records.input.LiteralPath;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs Hadoop's own WordCount, driven by its own main, and prints its result and a summary. */
@Command(
        name = "demo",
        description = {
            "Count the words of a text with Hadoop's published WordCount, unmodified, on Millrace.",
            "Millrace generates the text and keeps it for the next demo. The same size and"
                    + " seed give the same text."
        },
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {

    private static final DateTimeFormatter OUTPUT_NAME =
            DateTimeFormatter.ofPattern("'demo/wordcount-'yyyyMMdd-HHmmss", Locale.ROOT);

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MB",
            converter = Size.class,
            description = "Size of the text (default: ${DEFAULT-VALUE}).")
    private long sizeBytes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the text (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--input",
            paramLabel = "PATH",
            description = "Count the words of this file or directory instead.")
    private @Nullable Path input;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description =
                    "Write the counts to DIR, which must not exist (default:"
                            + " demo/wordcount-<time>).")
    private @Nullable Path output;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only the result, warnings and failures.")
    private boolean quiet;

    @Override
    public Integer call() throws Exception {
        Path from = input == null ? generated() : existing(input);
        Path to =
                output == null
                        ? Path.of(LocalDateTime.now(ZoneId.systemDefault()).format(OUTPUT_NAME))
                        : output;
        if (Files.exists(to)) {
            throw new CommandException(to + " exists; name another directory for the output");
        }
        JobJar wordCount =
                JobJar.of(
                        List.of(
                                Installation.examplesJar().toString(),
                                "wordcount",
                                LiteralPath.pattern(hadoopPath(from)),
                                hadoopPath(to)));
        if (LiveJobs.install(!quiet, false) || quiet) {
            LogLevel.quiet(); // its summary says all that counts
        }
        FrameworkDefault.install();
        JobWatch watch = new JobWatch();
        long inputBytes = DirectorySize.of(from);
        if (!quiet) {
            System.out.printf(
                    "Counting the words of %s (%s) with Hadoop's WordCount on Millrace%n",
                    from, Amounts.bytes(inputBytes));
        }
        // WordCount ends the process itself: the summary has to come from a shutdown hook.
        new DemoSummary(watch, inputBytes, to).printAtExit();
        runMain(wordCount);
        return ExitCode.SUCCESS;
    }

    private Path generated() throws IOException, InterruptedException {
        InputCache cache = InputCache.ofThisUser();
        Path file = cache.file(InputKind.TEXT, sizeBytes, seed);
        if (!quiet && !cache.has(InputKind.TEXT, sizeBytes, seed)) {
            System.out.printf(
                    "Writing %s of text with Zipf-distributed words to %s%n",
                    Amounts.bytes(sizeBytes), file);
        }
        try {
            return cache.get(InputKind.TEXT, sizeBytes, seed);
        } catch (IOException e) {
            throw notWritten(file, e);
        }
    }

    /** The failure in one line, with what a user can do. */
    private FileSystemException notWritten(Path file, IOException failure) {
        FileSystemException line =
                new FileSystemException(
                        "cannot write the text of the demo",
                        null,
                        Thrown.root(failure).getMessage()
                                + " ("
                                + file
                                + "); free some space, choose a smaller --size, name a text with"
                                + " --input, or set XDG_CACHE_HOME to another directory");
        line.initCause(failure);
        return line;
    }

    /** As Hadoop reads it, which takes a percent sign for itself. */
    private static String hadoopPath(Path local) {
        return "file://" + local.toAbsolutePath();
    }

    private static Path existing(Path input) throws CommandException {
        if (!Files.isReadable(input)) {
            throw new CommandException(
                    "cannot read " + input + "; --input takes a file or a directory of text");
        }
        return input;
    }

    private static void runMain(JobJar job) throws Exception {
        try {
            job.run();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("WordCount ended with " + e, e);
        }
    }
}
