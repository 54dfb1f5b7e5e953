/** A worker of a job: runs its tasks on orders, and exchanges map output with the others. */
@NullMarked
package io.millrace.workers.pool.child;

import org.jspecify.annotations.NullMarked;
