/** The benchmark of Pavlo and others: its tasks, the ways to run them, and the results. */
@NullMarked
package io.millrace.bench.pavlo;

import org.jspecify.annotations.NullMarked;
