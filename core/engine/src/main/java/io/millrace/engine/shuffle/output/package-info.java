/**
 * The output of map attempts, from the first record until it is published. Records go into chunks,
 * chunks become sorted runs, and the runs of an attempt become visible all at once.
 *
 * <p>Read {@link io.millrace.engine.shuffle.output.MapOutput} first, which has drawings of the life
 * of an output and of the way of a chunk. {@link io.millrace.engine.shuffle.output.MapOutputOpener}
 * puts an output together by the plan, from a {@link io.millrace.engine.shuffle.output.ChunkRoute}
 * and an order of {@link io.millrace.engine.shuffle.output.EqualKeys}. {@link
 * io.millrace.engine.shuffle.output.KeptRuns} holds the runs that were not delivered.
 */
@NullMarked
package io.millrace.engine.shuffle.output;

import org.jspecify.annotations.NullMarked;
