package io.millrace.hadoop.loader;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import org.jspecify.annotations.Nullable;

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

    /** The resource that log4j 1 looks for, unless it finds the other. */
    static final String FILE = "log4j.properties";

    static final String XML = "log4j.xml";

    private static final String READER = "org.apache.log4j.LogManager";

    private LogSetup() {}

    /** The file of the launcher; null without a launcher, and in workers, whose log it is not. */
    static @Nullable URL file() {
        String ours = System.getProperty(OURS);
        try {
            return ours == null || !ours.startsWith("file:") ? null : URI.create(ours).toURL();
        } catch (IllegalArgumentException | MalformedURLException e) {
            return null; // a path with characters that a URL cannot have
        }
    }

    /** Whether Millrace has configured the log of this process. */
    static boolean isOurs() {
        return System.getProperty(OURS) != null;
    }

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
