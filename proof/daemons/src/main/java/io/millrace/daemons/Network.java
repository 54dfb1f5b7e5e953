package io.millrace.daemons;

import java.io.Closeable;
import java.io.IOException;

/** The addresses of a cluster. */
interface Network extends Closeable {

    /** Where the NameNode and the ResourceManager run; clients in this JVM reach all nodes. */
    Place master();

    /** Where a node's daemons run, and the tasks that they start. */
    Place node(int index);

    /** Cuts the link of a node, or joins it again; nothing if all nodes are on one interface. */
    void link(int node, boolean up) throws IOException;
}
