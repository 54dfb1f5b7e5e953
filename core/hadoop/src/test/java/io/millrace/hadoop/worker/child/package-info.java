/** The parts of a worker. */
@NullMarked
package io.millrace.hadoop.worker.child;

import org.jspecify.annotations.NullMarked;
