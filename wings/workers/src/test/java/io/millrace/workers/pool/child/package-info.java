/** The parts of a worker. */
@NullMarked
package io.millrace.workers.pool.child;

import org.jspecify.annotations.NullMarked;
