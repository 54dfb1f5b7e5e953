/**
 * The exchange of map output between the workers of a job: each sends the parts of its output to
 * the workers that reduce them, while other map tasks run.
 */
@NullMarked
package io.millrace.exchange.shuffle;

import org.jspecify.annotations.NullMarked;
