/**
 * Calls of a job's combiner on sorted runs, as often as Hadoop would call it, and the merges that
 * come before and after. The outputs of map attempts, reduce attempts with Hadoop's order of equal
 * keys, and partial reduce call it.
 *
 * <p>A {@link io.millrace.engine.shuffle.combine.ChunkCombiner} calls the combiner and makes a
 * {@link io.millrace.engine.shuffle.combine.CombinedOutput}. {@link
 * io.millrace.engine.shuffle.combine.CombinedSpills} does so for each spill that Hadoop would make
 * and again at the end; {@link io.millrace.engine.shuffle.combine.Spills} merges spills with equal
 * keys in Hadoop's order.
 */
@NullMarked
package io.millrace.engine.shuffle.combine;

import org.jspecify.annotations.NullMarked;
