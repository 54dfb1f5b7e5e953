/**
 * Where a full chunk of a map attempt goes: the difference between pull, push and hybrid. With pull
 * it stays with its attempt; with the others it is copied into streams of the partitions, under
 * Hone's locks. Outputs of map attempts offer their chunks to a {@link
 * io.millrace.engine.shuffle.delivery.ChunkDelivery}, and the inputs of reduce attempts read the
 * {@link io.millrace.engine.shuffle.delivery.StreamBlock}s of committed attempts from it.
 */
@NullMarked
package io.millrace.engine.shuffle.delivery;

import org.jspecify.annotations.NullMarked;
