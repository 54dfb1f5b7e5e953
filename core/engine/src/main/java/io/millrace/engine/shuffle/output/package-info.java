/**
 * The output of map attempts, from the first record until it is published. Records go into chunks,
 * chunks become sorted runs, and the runs of an attempt become visible all at once.
 *
 * <p>{@link io.millrace.engine.shuffle.output.MapOutputOpener} puts the parts of an output together
 * by the plan. {@link io.millrace.engine.shuffle.output.MapOutput} is what an attempt sees of it,
 * and {@link io.millrace.engine.shuffle.output.ChunkedOutput} lives behind it. {@link
 * io.millrace.engine.shuffle.output.KeptRuns} holds the runs that nobody has got yet.
 */
@NullMarked
package io.millrace.engine.shuffle.output;

import org.jspecify.annotations.NullMarked;
