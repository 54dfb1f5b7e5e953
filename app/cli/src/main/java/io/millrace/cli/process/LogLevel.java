package io.millrace.cli.process;

/** How much of a job is logged. To be chosen before anything is logged. */
public final class LogLevel {

    /** Read by {@code log4j.properties}. */
    private static final String OF_JOBS = "millrace-log-job";

    private LogLevel() {}

    /** Only warnings and failures, unless {@code HADOOP_ROOT_LOGGER} says otherwise. */
    public static void quiet() {
        if (System.getProperty("hadoop.root.logger") == null) {
            System.setProperty(OF_JOBS, "WARN");
        }
    }
}
