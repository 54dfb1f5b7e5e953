/** A worker of a job: runs its tasks on orders, and exchanges map output with the others. */
@NullMarked
package io.millrace.hadoop.worker.child;

import org.jspecify.annotations.NullMarked;
