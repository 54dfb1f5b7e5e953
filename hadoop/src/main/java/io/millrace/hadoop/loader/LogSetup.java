package io.millrace.hadoop.loader;

/**
 * Millrace's own configuration of log4j 1, named on the command lines of the launcher, of workers
 * and of forked JVMs. Log4j 2 in a job's jar reads the same system property, and would then find no
 * configuration, not even its own file.
 */
public final class LogSetup {

    /** Read by log4j 1 when its first class loads, and by log4j 2. */
    public static final String LOG4J = "log4j.configuration";

    /** The value of that property if Millrace set it. */
    public static final String OURS = "millrace-log-setup";

    private static final String READER = "org.apache.log4j.LogManager";

    private LogSetup() {}

    /**
     * Makes log4j 1 read its configuration, and removes the property. Called before the first code
     * of a job runs, by a process that Millrace started. A configuration that the user named stays.
     */
    public static void read() {
        String ours = System.getProperty(OURS);
        if (ours == null || !ours.equals(System.getProperty(LOG4J))) {
            return;
        }
        try {
            Class.forName(READER, true, LogSetup.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return; // this Hadoop logs through another library
        }
        System.clearProperty(LOG4J);
    }
}
