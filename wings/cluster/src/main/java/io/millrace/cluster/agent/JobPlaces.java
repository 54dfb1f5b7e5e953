package io.millrace.cluster.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The places of a job's classes: {@code job.jar} in the container's working directory, and the jars
 * beside it. They are links to files of the cluster, which the JVM's class path follows. Immutable.
 *
 * @param jobJar the directory with the job's unpacked jar, or the jar
 * @param files jars beside it
 */
record JobPlaces(Path jobJar, Set<Path> files) {

    /** The places in a working directory. */
    static JobPlaces in(Path directory) {
        Path jobJar = directory.resolve("job.jar");
        Set<Path> files = new HashSet<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.filter(Files::isRegularFile).toList()) {
                files.add(entry.toRealPath());
            }
            return new JobPlaces(
                    Files.exists(jobJar) ? jobJar.toRealPath() : jobJar, Set.copyOf(files));
        } catch (IOException e) {
            System.err.println("millrace: the job's classes run as compiled: " + e);
            return new JobPlaces(jobJar, Set.of());
        }
    }

    /** Whether classes of that jar or directory are the job's. */
    boolean hold(Path place) {
        try {
            // A class loader of the job's does not follow links.
            Path real = place.toRealPath();
            return files.contains(real) || real.startsWith(jobJar);
        } catch (IOException e) {
            return false;
        }
    }
}
