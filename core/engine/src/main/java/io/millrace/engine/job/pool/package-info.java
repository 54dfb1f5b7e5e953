/**
 * Threads of the engine: three pools that the jobs of a process share. Each job has lanes of a
 * {@link io.millrace.engine.job.pool.FairPool}, for sorting a {@link
 * io.millrace.engine.job.pool.SortLane}. {@link io.millrace.engine.job.pool.Solitude} lets an
 * attempt run alone, and {@link io.millrace.engine.job.pool.MapThreads} tells partial reduce which
 * threads have nothing else to do.
 */
@NullMarked
package io.millrace.engine.job.pool;

import org.jspecify.annotations.NullMarked;
