package io.millrace.cli;

import io.millrace.cli.cluster.ClusterCommand;
import io.millrace.cli.cluster.OnCluster;
import io.millrace.cli.demo.DemoCommand;
import io.millrace.cli.doctor.DoctorCommand;
import io.millrace.cli.explain.ExplainCommand;
import io.millrace.cli.explain.ExplainOptions;
import io.millrace.cli.explain.Explainer;
import io.millrace.cli.failure.FailedJobs;
import io.millrace.cli.failure.Failures;
import io.millrace.cli.failure.PrintedHints;
import io.millrace.cli.fs.FsCommand;
import io.millrace.cli.fs.HadoopShell;
import io.millrace.cli.history.History;
import io.millrace.cli.history.HistoryCommand;
import io.millrace.cli.index.IndexCommand;
import io.millrace.cli.jar.FrameworkDefault;
import io.millrace.cli.jar.JarCommand;
import io.millrace.cli.jar.JarOptions;
import io.millrace.cli.jar.JobJar;
import io.millrace.cli.live.LiveJobs;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.process.LogLevel;
import io.millrace.cli.process.Output;
import io.millrace.cli.schema.SchemaCommand;
import io.millrace.cli.verify.VerifyCommand;
import io.millrace.cli.workload.WorkloadCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Starts the command that the arguments name. */
@Command(
        name = "millrace",
        description = "Runs unmodified Hadoop MapReduce jobs in memory, in one process.",
        versionProvider = VersionCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            JarCommand.class,
            ExplainCommand.class,
            HistoryCommand.class,
            VerifyCommand.class,
            ClusterCommand.class,
            WorkloadCommand.class,
            ClasspathCommand.class,
            ConfigCommand.class,
            FsCommand.class,
            SchemaCommand.class,
            IndexCommand.class,
            SourceTreeCommand.Fuzz.class,
            SourceTreeCommand.Bench.class,
            SourceTreeCommand.Conformance.class,
            DoctorCommand.class,
            CompletionCommand.class,
            HelpCommand.class,
            VersionCommand.class
        },
        footer = {
            "",
            "Every command takes --hadoop DIR: it uses the Hadoop installation in DIR instead of"
                    + " the Hadoop client that comes with Millrace. HADOOP_HOME does the same.",
            "Exit codes: 0 success, 1 failure, 2 wrong use, 3 interrupted; verify --help lists"
                    + " more."
        })
public final class Main {

    private static final int USAGE_WIDTH = 100;
    private static final Set<String> STOPPING = Set.of("verify", "explain", "bench");

    @SuppressWarnings("unused") // read by the parser
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this text.")
    private boolean help;

    @SuppressWarnings("unused") // read by the parser
    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the versions, as the command version does.")
    private boolean version;

    private Main() {}

    /**
     * Runs a command. After {@code jar} the process ends when the job's last thread does, as with
     * {@code hadoop jar}: a main that returns may have submitted a job that still runs.
     */
    public static void main(String[] arguments) throws Throwable {
        List<String> all = Arrays.asList(arguments);
        String command = all.isEmpty() ? "" : all.get(0);
        if (command.equals("jar")) {
            JarOptions jar = JarOptions.of(all.subList(1, all.size()));
            if (jar.namesJar()) {
                runJar(jar);
                return;
            }
            jar.unknownOption().ifPresent(Main::refuse);
        } else if (command.equals("explain")) {
            ExplainOptions explain = ExplainOptions.of(all.subList(1, all.size()));
            if (explain.jar().namesJar()) {
                runJobJar(explain.jar(), false, jar -> Explainer.run(explain, jar));
                return;
            }
            explain.jar().unknownOption().ifPresent(Main::refuse);
        } else if (command.equals("fs") && HadoopShell.takes(all.subList(1, all.size()))) {
            runShell(all.subList(1, all.size()));
            return;
        }
        CommandLine commands = commandLine();
        if (!command.isEmpty() && !command.startsWith("-")) {
            UnknownCommand.complaint(command, commands.getSubcommands().keySet())
                    .ifPresent(Main::endWith);
        }
        Output output = Output.install();
        System.exit(output.exitCode(commands.execute(arguments)));
    }

    private static void endWith(String complaint) {
        System.err.println("millrace: " + complaint);
        System.exit(ExitCode.WRONG_USE);
    }

    private static void refuse(String option) {
        endWith(
                "jar has no option "
                        + option
                        + "; millrace help jar lists its options. Options of the job follow its jar.");
    }

    private static void runShell(List<String> arguments) throws Exception {
        try {
            System.exit(HadoopShell.run(arguments));
        } catch (CommandException e) {
            Failures.print(e);
            System.exit(ExitCode.WRONG_USE);
        }
    }

    static CommandLine commandLine() {
        CommandLine commands =
                new CommandLine(new Main())
                        .setExpandAtFiles(false)
                        .setUsageHelpWidth(USAGE_WIDTH)
                        .setUsageHelpAutoWidth(true)
                        .setExecutionExceptionHandler(Main::report);
        // What follows "verify jar", "explain jar" or "bench jar" is the job's own, as after "jar".
        commands.getSubcommands()
                .forEach((name, command) -> command.setStopAtPositional(STOPPING.contains(name)));
        return commands;
    }

    /** A use of a job's jar. */
    private interface Use {
        void of(JobJar jar) throws Throwable;
    }

    /** Runs a job. Its arguments are its own: no parser of ours may touch them. */
    private static void runJobJar(JarOptions options, boolean summary, Use use) throws Throwable {
        Thread.currentThread()
                .setUncaughtExceptionHandler((thread, failure) -> Failures.print(failure));
        try {
            JobJar jar = JobJar.of(options.rest());
            if (options.quiet()) {
                LogLevel.quiet();
            }
            FailedJobs.install();
            PrintedHints.install();
            LiveJobs.install(options.progress() && !options.quiet(), summary && !options.quiet());
            FrameworkDefault.reportTo(options.report());
            FrameworkDefault.historyIn(options.history() ? History.ofUser().toString() : "");
            FrameworkDefault.install();
            if (options.page()) {
                FrameworkDefault.showPage();
            }
            if (!options.workers().isEmpty()) {
                FrameworkDefault.useWorkers(options.workers());
            }
            use.of(jar);
        } catch (CommandException e) {
            Failures.print(e);
            System.exit(ExitCode.WRONG_USE);
        }
    }

    private static void runJar(JarOptions options) throws Throwable {
        if (options.on().isEmpty()) {
            runJobJar(options, true, JobJar::run);
        } else {
            runOnCluster(options);
        }
    }

    /** Hadoop's own client prints the progress: the job is the cluster's, with its own history. */
    private static void runOnCluster(JarOptions options) throws Throwable {
        try {
            JobJar jar = JobJar.of(options.rest());
            if (options.quiet()) {
                LogLevel.quiet();
            }
            if (options.on().equals(JarOptions.GANG)) {
                OnCluster.installGang(options.workers());
            } else {
                OnCluster.install();
            }
            jar.run();
        } catch (CommandException e) {
            Failures.print(e);
            System.exit(ExitCode.WRONG_USE);
        }
    }

    private static int report(
            Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        Failures.print(failure);
        if (failure instanceof InterruptedException) {
            return ExitCode.INTERRUPTED;
        }
        return failure instanceof CommandException ? ExitCode.WRONG_USE : ExitCode.JOB_FAILED;
    }
}
