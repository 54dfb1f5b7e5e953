package io.millrace.workers.gang;

import java.io.IOException;
import java.net.InetAddress;

/** The machine of a task, in a cluster. */
public final class Node {

    /** The name of the node, in YARN's containers. */
    private static final String NAME = "NM_HOST";

    private Node() {}

    /** The name by which other machines of the cluster reach this one. */
    public static String host() throws IOException {
        String node = System.getenv(NAME);
        return node == null ? InetAddress.getLocalHost().getHostAddress() : node;
    }
}
