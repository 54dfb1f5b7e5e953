/**
 * The common parts of map and reduce tasks: engine, directories, and the members of Hadoop that
 * they use.
 */
@NullMarked
package io.millrace.cluster.task;

import org.jspecify.annotations.NullMarked;
