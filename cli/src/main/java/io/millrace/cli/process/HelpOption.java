package io.millrace.cli.process;

import picocli.CommandLine.Option;

/** The option that every command has. */
public final class HelpOption {

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this text.")
    private boolean help;
}
