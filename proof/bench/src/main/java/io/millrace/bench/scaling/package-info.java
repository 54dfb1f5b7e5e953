/** How the time of a job changes with the cores that it may use, and with its input. */
@NullMarked
package io.millrace.bench.scaling;

import org.jspecify.annotations.NullMarked;
