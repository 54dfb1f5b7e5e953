/**
 * How map output gets from map attempts to reduce attempts: {@code pull}, {@code push} and {@code
 * hybrid} behind one interface, after Hone (EDBT 2014, section 4.1).
 *
 * <p>Jobs open a {@link io.millrace.engine.shuffle.Shuffle} with {@link
 * io.millrace.engine.shuffle.Shuffles} and call nothing else. {@link
 * io.millrace.engine.shuffle.JobShuffle} knows what is published, and leaves the work to the
 * packages below, which do not know each other beyond this order, from the top:
 *
 * <pre>
 *   shuffle     what is published; who may read it
 *     output    of map attempts: {@link io.millrace.engine.shuffle.output.MapOutput}
 *     input     of reduce attempts: {@link io.millrace.engine.shuffle.input.PartitionInput}
 *     delivery  the difference between pull, push and hybrid: {@link io.millrace.engine.shuffle.delivery.ChunkDelivery}
 *     partial   partial reduce: {@link io.millrace.engine.shuffle.partial.PartialBatch}
 *     remote    what crosses between processes: {@link io.millrace.engine.shuffle.remote.SealedOutput}
 *     combine   calls of combiners, and the runs that they make
 *     context   what all of them work with: {@link io.millrace.engine.shuffle.context.ShuffleContext}
 * </pre>
 */
@NullMarked
package io.millrace.engine.shuffle;

import org.jspecify.annotations.NullMarked;
