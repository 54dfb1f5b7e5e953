package io.millrace.cli.process;

import io.millrace.hadoop.config.ModuleAbove;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The directories that the launcher starts Millrace from. */
public final class Installation {

    /** An installation, or a source tree. */
    private static final String HOME = "millrace-home";

    /** The directory with the jars: of an installation, the same. */
    private static final String DIST = "millrace-dist";

    private Installation() {}

    /**
     * The jars for a Hadoop client: the one that runs jobs, and those of the modules above it that
     * its keys need, as far as they are installed.
     */
    public static List<Path> clientJars() throws CommandException {
        Path jars = dist().resolve("lib/millrace");
        return Stream.concat(
                        Stream.of("millrace-hadoop.jar"),
                        Arrays.stream(ModuleAbove.values()).map(ModuleAbove::jar))
                .map(jars::resolve)
                .filter(Files::isRegularFile)
                .toList();
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

    /** The root of the source tree, or of the installation. */
    public static Path home() throws CommandException {
        return directory(HOME);
    }

    /** The command itself. */
    public static Path launcher() throws CommandException {
        Path home = home();
        return isSourceTree() ? home.resolve("millrace") : home.resolve("bin/millrace");
    }

    /**
     * Whether Millrace was started from its source tree, which also has the commands for measuring
     * and testing.
     */
    public static boolean isSourceTree() throws CommandException {
        return !home().equals(dist());
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
