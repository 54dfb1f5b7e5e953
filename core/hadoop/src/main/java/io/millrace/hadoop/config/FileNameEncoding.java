package io.millrace.hadoop.config;

import java.nio.charset.StandardCharsets;

/**
 * The encoding in which this JVM reads and writes the names of local files. The JVM takes it from
 * the locale when it starts.
 */
public final class FileNameEncoding {

    private static final String NAME = System.getProperty("sun.jnu.encoding", "UTF-8");

    private FileNameEncoding() {}

    public static boolean isUtf8() {
        return NAME.equalsIgnoreCase(StandardCharsets.UTF_8.name());
    }

    /** Says what fails if the encoding is not UTF-8, and how to change it. */
    public static String warning() {
        return "This JVM reads file names as "
                + NAME
                + ", so a job's input leaves out files whose names contain other"
                + " characters. Start the JVM in a UTF-8 locale, for instance with"
                + " LC_ALL=C.UTF-8.";
    }
}
