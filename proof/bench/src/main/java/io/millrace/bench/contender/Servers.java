package io.millrace.bench.contender;

import io.millrace.daemons.ClusterShape;
import io.millrace.daemons.DaemonException;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.util.VersionInfo;

/** Clusters of Hadoop's servers on this machine, from the jars that a build collects. */
public final class Servers {

    private Servers() {}

    private static Path jars(Path home) {
        return home.resolve("proof/daemons/target/hadoop-" + VersionInfo.getVersion());
    }

    /**
     * Why no cluster of the Millrace in {@code home} can start, and what to do; empty if one can.
     */
    static Optional<String> hindrance(Path home) {
        return Files.isDirectory(jars(home))
                ? Optional.empty()
                : Optional.of(
                        "there is no "
                                + jars(home)
                                + "; mvn -pl proof/daemons -am -DskipTests package makes it");
    }

    /**
     * The shape of a cluster to be started.
     *
     * @throws MeasurementException if none can start
     */
    public static ClusterShape shape(Path home) throws MeasurementException {
        requireNone("no cluster can start: ", hindrance(home));
        return ClusterShape.of(jars(home));
    }

    /**
     * Starts a cluster, which the caller closes.
     *
     * @throws MeasurementException if a server does not start
     */
    public static HadoopCluster start(ClusterShape shape)
            throws IOException, InterruptedException, MeasurementException {
        try {
            return HadoopCluster.start(shape);
        } catch (DaemonException e) {
            throw new MeasurementException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Waits until the processes of jobs have ended. */
    public static void awaitCalm(HadoopCluster cluster)
            throws IOException, InterruptedException, MeasurementException {
        try {
            cluster.awaitCalm();
        } catch (DaemonException e) {
            throw new MeasurementException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Checks that this machine can have network namespaces.
     *
     * @param otherwise the beginning of the message if it cannot
     */
    public static void requireNamespaces(String otherwise) throws MeasurementException {
        requireNone(otherwise, ClusterShape.namespacesHindrance());
    }

    private static void requireNone(String otherwise, Optional<String> hindrance)
            throws MeasurementException {
        if (hindrance.isPresent()) {
            throw new MeasurementException(otherwise + hindrance.get());
        }
    }
}
