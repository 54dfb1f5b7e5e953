package io.millrace.cli.workload;

import io.millrace.cli.process.Amounts;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.process.Size;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.BlockFile;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the workloads and their inputs, explains one, or writes an input. */
@Command(
        name = "workload",
        description = {
            "List the workloads and their inputs, explain a workload, or write an input.",
            "With --output, write the input. The same size and seed give the same bytes."
        },
        sortOptions = false)
public final class WorkloadCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "The name of an input, or of a workload that reads it.")
    private @Nullable String name;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MB",
            converter = Size.class,
            description = "Approximate size of the input (default: ${DEFAULT-VALUE}).")
    private long sizeBytes;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the input (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the input to this file, which must not exist.")
    private @Nullable Path output;

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        if (name == null) {
            if (output != null) {
                throw new CommandException("--output needs the name of an input; try text");
            }
            WorkloadPage.printAll();
            return ExitCode.SUCCESS;
        }
        Optional<InputKind> input = InputKind.named(name);
        Optional<Workload> workload = Workload.named(name);
        if (input.isEmpty() && workload.isEmpty()) {
            throw new CommandException(
                    "there is no workload " + name + "; ./millrace workload lists them");
        }
        if (output != null) {
            write(kind(input, workload), output);
        } else if (input.isPresent()) {
            WorkloadPage.print(input.get());
        } else {
            WorkloadPage.print(workload.orElseThrow());
        }
        return ExitCode.SUCCESS;
    }

    private static InputKind kind(Optional<InputKind> input, Optional<Workload> workload)
            throws CommandException {
        Optional<InputKind> kind = input.or(() -> workload.flatMap(Workload::input));
        if (kind.isEmpty()) {
            throw new CommandException(
                    "a job writes that input: "
                            + WorkloadPage.preparing(workload.orElseThrow(), "FILE"));
        }
        return kind.get();
    }

    private void write(InputKind kind, Path file)
            throws CommandException, IOException, InterruptedException {
        if (Files.exists(file)) {
            throw new CommandException(file + " exists; name another file for the input");
        }
        Path absolute = file.toAbsolutePath();
        try {
            checkRoom(Files.createDirectories(Objects.requireNonNull(absolute.getParent())));
            BlockFile.write(
                    kind.input(sizeBytes, seed),
                    absolute,
                    Runtime.getRuntime().availableProcessors());
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new CommandException("%s was not written: %s".formatted(file, cause), e);
        }
        System.out.printf(
                "Wrote %s of %s (seed %d) to %s%n",
                Amounts.bytes(Files.size(absolute)), kind.word(), seed, file);
    }

    private void checkRoom(Path directory) throws CommandException, IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (sizeBytes > free) {
            throw new CommandException(
                    "%s is more than the %s that are free in %s; choose a smaller --size"
                            .formatted(Amounts.bytes(sizeBytes), Amounts.bytes(free), directory));
        }
    }
}
