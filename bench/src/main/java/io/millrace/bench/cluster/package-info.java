/**
 * A whole Hadoop on this machine, as its manual's pseudo-distributed mode: a NameNode, a DataNode,
 * a ResourceManager and a NodeManager, each in a separate JVM, on free ports of the loopback
 * interface and in a temporary directory.
 */
@NullMarked
package io.millrace.bench.cluster;

import org.jspecify.annotations.NullMarked;
