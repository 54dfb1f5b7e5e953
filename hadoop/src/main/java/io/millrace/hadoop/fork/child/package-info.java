/**
 * The forked JVM: runs attempts of one job, one after the other, as the job's process asks. It ends
 * when that process does.
 */
@NullMarked
package io.millrace.hadoop.fork.child;

import org.jspecify.annotations.NullMarked;
