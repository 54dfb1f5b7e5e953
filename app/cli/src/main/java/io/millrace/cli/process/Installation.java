package io.millrace.cli.process;

import java.nio.file.Path;

/** The directories that the launcher starts Millrace from. */
public final class Installation {

    /** An installation, or a source tree. */
    private static final String HOME = "millrace-home";

    /** The directory with the jars: of an installation, the same. */
    private static final String DIST = "millrace-dist";

    private Installation() {}

    /** The one jar of ours that a Hadoop client needs. */
    public static Path hadoopJar() throws CommandException {
        return dist().resolve("lib/millrace/millrace-hadoop.jar");
    }

    /** The jar that jobs ship to a cluster: the plug-ins of tasks, with all that these need. */
    public static Path clusterJar() throws CommandException {
        return dist().resolve("lib/cluster/millrace-cluster.jar");
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
        Path home = directory(HOME);
        return isSourceTree() ? home.resolve("millrace") : home.resolve("bin/millrace");
    }

    /**
     * Whether Millrace was started from its source tree, which also has the commands for measuring
     * and testing.
     */
    public static boolean isSourceTree() throws CommandException {
        return !directory(HOME).equals(dist());
    }

    private static Path dist() throws CommandException {
        return directory(DIST);
    }

    private static Path directory(String property) throws CommandException {
        String directory = System.getProperty(property);
        if (directory == null) {
            throw new CommandException(
                    "the system property "
                            + property
                            + " is not set; start Millrace with its launcher, millrace");
        }
        return Path.of(directory);
    }
}
