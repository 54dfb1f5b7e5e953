/** Workloads, each under all contenders that the machine has. */
@NullMarked
package io.millrace.bench.suite;

import org.jspecify.annotations.NullMarked;
