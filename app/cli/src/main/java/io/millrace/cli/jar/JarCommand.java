package io.millrace.cli.jar;

import io.millrace.cli.process.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Describes {@code millrace jar} to a person. A command line that names a jar never gets here: its
 * arguments are the job's, and no parser of ours touches them.
 */
@Command(
        name = "jar",
        description = {
            "Run a job's jar as hadoop jar does, on Millrace.",
            "",
            "If the jar does not name its main class, name it after the jar. Everything that"
                    + " follows goes to the main class unchanged, including -D, -conf, -files,"
                    + " -libjars and -archives. The exit code is that of the job. Jobs run on"
                    + " Millrace unless they set mapreduce.framework.name themselves, for"
                    + " instance with -D mapreduce.framework.name=local. Standard error shows"
                    + " Hadoop's progress and counters; HADOOP_ROOT_LOGGER=INFO,console shows"
                    + " more.",
            ""
        },
        customSynopsis = "millrace jar [OPTIONS] APP.JAR [MAINCLASS] [ARGUMENTS...]",
        footer = {
            "",
            "Environment: HADOOP_HOME, HADOOP_CONF_DIR, HADOOP_CLASSPATH,"
                    + " HADOOP_USER_CLASSPATH_FIRST, HADOOP_HEAPSIZE_MAX, HADOOP_OPTS,"
                    + " HADOOP_CLIENT_OPTS and HADOOP_ROOT_LOGGER as for hadoop; MILLRACE_OPTS for the"
                    + " JVM; JAVA_HOME for the JDK, and MILLRACE_JAVA_HOME for a JDK that only"
                    + " Millrace uses. NO_COLOR turns colours off."
        },
        sortOptions = false)
@SuppressWarnings("unused") // the fields are for help, man pages and completion
public final class JarCommand implements Callable<Integer> {

    @Option(
            names = "--hadoop",
            paramLabel = "DIR",
            description =
                    "Use the Hadoop installation in DIR, not the client that comes with Millrace.")
    private @Nullable Path hadoop;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description =
                    "Run the tasks of each job in N processes, which exchange map output, and not"
                            + " in this one.")
    private @Nullable Integer workers;

    @Option(
            names = "--on",
            paramLabel = "cluster|gang",
            description =
                    "Run the jobs on the configured Hadoop cluster: as they are, with Millrace's"
                            + " plug-ins in their tasks (cluster; millrace cluster check says which"
                            + " can be used), or in memory, inside one map-only job of --workers"
                            + " tasks (gang).")
    private @Nullable String on;

    @Option(
            names = "--conf-dir",
            paramLabel = "DIR",
            description = "Read Hadoop's configuration from DIR, not from HADOOP_CONF_DIR.")
    private @Nullable Path configuration;

    @Option(
            names = "--packages",
            paramLabel = "G:A:V[,...]",
            description =
                    "Fetch these Maven packages and their dependencies, and add them to the job's"
                            + " class path. Maven's settings.xml names the repositories.")
    private @Nullable String packages;

    @Option(
            names = "--report",
            arity = "0..1",
            paramLabel = "DIR",
            description = "Write a report of each job to DIR (default: millrace-report).")
    private @Nullable Path report;

    @Option(
            names = "--ui",
            description = "Show the jobs on a page while they run; the log gives its address.")
    private boolean page;

    @Option(
            names = "--no-history",
            description = "Do not keep the jobs' reports for millrace history.")
    private boolean noHistory;

    @Option(names = "--no-progress", description = "Show no progress on a terminal.")
    private boolean noProgress;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only warnings, failures and the output of the job.")
    private boolean quiet;

    @Parameters(hidden = true)
    private List<Path> jar = new ArrayList<>();

    @Override
    public Integer call() {
        System.err.println("millrace: no jar is named; millrace help jar shows how");
        return ExitCode.WRONG_USE;
    }
}
