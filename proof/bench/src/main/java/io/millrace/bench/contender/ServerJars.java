package io.millrace.bench.contender;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.util.VersionInfo;

/** The jars of Hadoop's servers that the build of a source tree collects. */
public record ServerJars(Path directory) {

    /** Those of the Millrace in {@code home}. */
    public static ServerJars of(Path home) {
        return new ServerJars(
                home.resolve("proof/daemons/target/hadoop-" + VersionInfo.getVersion()));
    }

    /** Why no cluster can start, and what to do; empty if one can. */
    public Optional<String> hindrance() {
        return Files.isDirectory(directory)
                ? Optional.empty()
                : Optional.of(
                        "there is no "
                                + directory
                                + "; mvn -pl daemons -am -DskipTests package makes it");
    }
}
