package io.millrace.cli;

import io.millrace.cli.bench.BenchJarCommand;
import io.millrace.cli.process.CommandException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Commands that the launcher starts from programs of their own in a source tree. Here they are
 * listed, and say so where they are missing.
 */
abstract class SourceTreeCommand implements Callable<Integer> {

    @SuppressWarnings("unused") // for the parser
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        throw new CommandException(
                spec.name()
                        + " is not part of an installation; start it with ./millrace in a source"
                        + " tree");
    }

    /** Measures. */
    @Command(
            name = "bench",
            description =
                    "Measure your own job, or workloads on Millrace and its peers (in a source tree).",
            subcommands = BenchJarCommand.class)
    static final class Bench extends SourceTreeCommand {}

    /** Tests. */
    @Command(
            name = "conformance",
            description = "Run Hadoop's own tests on Millrace (in a source tree).")
    static final class Conformance extends SourceTreeCommand {}

    /** Compares on programs that it writes. */
    @Command(
            name = "fuzz",
            description =
                    "Write random MapReduce programs and compare how Hadoop's local runner and"
                            + " Millrace run them (in a source tree).")
    static final class Fuzz extends SourceTreeCommand {}
}
