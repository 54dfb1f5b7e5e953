/** Eager partial reduce, on and off, on the benchmarks of the MaRCO paper. */
@NullMarked
package io.millrace.bench.overlap;

import org.jspecify.annotations.NullMarked;
