/**
 * Runs a job inside one map-only job of a stock cluster, the gang: its map tasks last as long as
 * the job, run the job's map and reduce tasks, and keep all intermediate data in memory.
 *
 * <p>On the client, {@link io.millrace.cluster.gang.GangClient} turns the job into the gang. In
 * each map task, a {@code GangReader} runs a worker. The first one also runs the job's process: a
 * {@code GangDriver}, whose workers are the gang's.
 */
@NullMarked
package io.millrace.cluster.gang;

import org.jspecify.annotations.NullMarked;
