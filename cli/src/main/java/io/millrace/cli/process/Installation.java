package io.millrace.cli.process;

import java.nio.file.Path;

/** The directory that the launcher starts Millrace from. */
public final class Installation {

    private static final String HOME = "millrace-home";

    private Installation() {}

    /** The one jar of ours that a Hadoop client needs. */
    public static Path hadoopJar() throws CommandException {
        return dist().resolve("lib/millrace/millrace-hadoop.jar");
    }

    /** Hadoop's published examples, WordCount among them. */
    public static Path examplesJar() throws CommandException {
        return jobsJar("hadoop-mapreduce-examples.jar");
    }

    /** A jar of jobs that comes with Millrace. */
    public static Path jobsJar(String fileName) throws CommandException {
        return dist().resolve("lib/examples").resolve(fileName);
    }

    /** The command itself. */
    public static Path launcher() throws CommandException {
        return home().resolve("millrace");
    }

    private static Path dist() throws CommandException {
        return home().resolve("cli").resolve("target").resolve("dist");
    }

    private static Path home() throws CommandException {
        String home = System.getProperty(HOME);
        if (home == null) {
            throw new CommandException(
                    "the system property " + HOME + " is not set; start Millrace with ./millrace");
        }
        return Path.of(home);
    }
}
