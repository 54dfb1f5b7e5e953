/**
 * MaRCO's partial reduce. The job's partial reducer is called on records of one map attempt, or of
 * several, before all have arrived. When rounds start, and on which threads, is decided above, by
 * {@code engine.job.partial}.
 *
 * <p>{@link io.millrace.engine.shuffle.partial.PartialBatch} reduces committed map outputs in
 * memory, and {@link io.millrace.engine.shuffle.partial.EarlyReducer} chunks of an attempt while
 * memory is short. {@link io.millrace.engine.shuffle.partial.UsefulWork} measures both, and ends
 * what does not pay.
 */
@NullMarked
package io.millrace.engine.shuffle.partial;

import org.jspecify.annotations.NullMarked;
