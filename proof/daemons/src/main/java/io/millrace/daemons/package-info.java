/**
 * A whole Hadoop on this machine, for tests and measurements: a NameNode, a ResourceManager, and on
 * each node a DataNode and a NodeManager, each in a separate JVM. Nodes are on the loopback
 * interface, or each in a network namespace with a limited rate.
 */
@NullMarked
package io.millrace.daemons;

import org.jspecify.annotations.NullMarked;
