/** A simulator of the exchange of map output among many workers. */
@NullMarked
package io.millrace.bench.simulation;

import org.jspecify.annotations.NullMarked;
