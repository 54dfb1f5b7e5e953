/**
 * The frame of all measurements. An {@link Experiment} is a list of rows; a row has a name, the
 * settings that make it differ from the others, and what its runs measured. {@link Rounds} runs
 * rows alternately, and a {@link Report} has their table, their charts and their raw figures.
 */
@NullMarked
package io.millrace.measure;

import org.jspecify.annotations.NullMarked;
