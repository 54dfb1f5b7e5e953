/** The cost of one iteration of a loop, with collectives and as plain jobs. */
@NullMarked
package io.millrace.bench.iteration;

import org.jspecify.annotations.NullMarked;
