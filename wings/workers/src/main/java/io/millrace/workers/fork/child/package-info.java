/**
 * The forked JVM: runs attempts of one job, one after the other, on orders of the job's process.
 * Ends when that process ends.
 */
@NullMarked
package io.millrace.workers.fork.child;

import org.jspecify.annotations.NullMarked;
