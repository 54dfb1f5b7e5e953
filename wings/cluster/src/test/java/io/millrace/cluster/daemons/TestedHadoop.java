package io.millrace.cluster.daemons;

import io.millrace.daemons.ClusterShape;
import io.millrace.testing.Checkout;
import java.nio.file.Path;
import org.apache.hadoop.util.VersionInfo;

/**
 * The Hadoop whose daemons and tasks are tested, and their JDK. Another version's jars are copied
 * by {@code mvn -f proof/daemons/pom.xml dependency:copy-dependencies@hadoop-servers
 * -Dhadoop.version=VERSION}; the client of the tests is always the one that Millrace is built with.
 */
final class TestedHadoop {

    private static final int MEGABITS = 200;

    private TestedHadoop() {}

    private static String version() {
        return System.getProperty("millrace.test.hadoop", VersionInfo.getVersion());
    }

    /** Whether the job's classes can be rewritten, which needs a field of Text since 3.4. */
    static boolean allowsRewrites() {
        return !version().startsWith("3.3.");
    }

    /** A cluster for tests of faults, the shuffle over TLS. */
    static ClusterShape shape(int nodes) {
        Path jars = Checkout.module("daemons").resolve("target/hadoop-" + version());
        String java =
                System.getProperty("millrace.test.hadoop.java", System.getProperty("java.home"));
        return ClusterShape.of(jars)
                .withJava(Path.of(java))
                .withNodes(nodes)
                .inNamespaces(MEGABITS)
                .encrypting()
                .forFaults();
    }
}
