/**
 * Workers, as the process of their job sees them: a few JVMs that run all tasks of the job, several
 * at a time, and keep its map output. Starts them, gives them tasks, and replaces those that end.
 */
@NullMarked
package io.millrace.workers.pool;

import org.jspecify.annotations.NullMarked;
