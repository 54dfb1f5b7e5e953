/**
 * The messages between the process of a job and the JVMs that it forks. Both ends have the same
 * version, so messages carry no version.
 */
@NullMarked
package io.millrace.workers.fork.wire;

import org.jspecify.annotations.NullMarked;
