package io.millrace.daemons;

import java.io.Closeable;

/** The addresses of a cluster. */
interface Network extends Closeable {

    /** Where the NameNode and the ResourceManager run; clients in this JVM reach all nodes. */
    Place master();

    /** Where a node's daemons run, and the tasks that they start. */
    Place node(int index);
}
