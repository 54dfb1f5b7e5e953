/**
 * The parts of a loop, as its program defines them and as its tasks read them from their
 * configuration.
 */
@NullMarked
package io.millrace.collective.step;

import org.jspecify.annotations.NullMarked;
