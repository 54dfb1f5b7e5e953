package io.millrace.cli.jar;

import io.millrace.cli.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Describes {@code millrace jar} to a person. A command line that names a jar never gets here: its
 * arguments are the job's, and no parser of ours touches them.
 */
@Command(
        name = "jar",
        description = {
            "Run a job's jar as hadoop jar does, on Millrace.",
            "",
            "Everything after the jar goes to its main unchanged: a main class if the jar names none,",
            "then the job's own arguments, -D, -conf, -files, -libjars and -archives among them.",
            "The job's output and exit code are its own. Jobs run on Millrace unless they set",
            "mapreduce.framework.name themselves, for instance with -D mapreduce.framework.name=local.",
            "Standard error shows Hadoop's progress and counters; HADOOP_ROOT_LOGGER=INFO,console shows more."
        },
        customSynopsis =
                "millrace jar [--hadoop DIR] [--report[=DIR]] [--ui] [--no-history] [--no-progress] APP.JAR [MAINCLASS] [ARGUMENTS...]",
        footer = {
            "",
            "  --hadoop DIR    Use the Hadoop installation in DIR, not the client that comes with Millrace.",
            "  --report[=DIR]  Write a report of each job to DIR (default: millrace-report).",
            "  --ui            Show the jobs on a page while they run; the log says its address.",
            "  --no-history    Keep no report of each job for millrace history.",
            "  --no-progress   Show no progress on a terminal. NO_COLOR in the environment: no colours.",
            "",
            "Environment: HADOOP_HOME, HADOOP_CONF_DIR, HADOOP_CLASSPATH, HADOOP_USER_CLASSPATH_FIRST,",
            "HADOOP_HEAPSIZE_MAX, HADOOP_OPTS, HADOOP_CLIENT_OPTS as for hadoop; MILLRACE_OPTS for the JVM;",
            "MILLRACE_JAVA_HOME for another JDK than the newest one found."
        })
public final class JarCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        System.err.println("millrace: which jar? Try: millrace jar --help");
        return ExitCode.WRONG_USE;
    }
}
