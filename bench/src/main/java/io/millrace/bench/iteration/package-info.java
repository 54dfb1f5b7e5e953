/** What an iteration of a loop costs, with collectives and as plain jobs. */
@NullMarked
package io.millrace.bench.iteration;

import org.jspecify.annotations.NullMarked;
