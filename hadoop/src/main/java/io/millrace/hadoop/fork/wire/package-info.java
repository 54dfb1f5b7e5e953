/**
 * What the process of a job and the JVMs that it forks say to one another, and the connection that
 * it goes over. Both ends are of one version; the messages need no other.
 */
@NullMarked
package io.millrace.hadoop.fork.wire;

import org.jspecify.annotations.NullMarked;
