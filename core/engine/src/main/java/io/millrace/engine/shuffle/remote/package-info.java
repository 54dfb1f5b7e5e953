/**
 * Map output that crosses between processes, as coded runs with their place: the output of map
 * attempts elsewhere, and the input of reduce attempts elsewhere.
 *
 * <p>A {@link io.millrace.engine.shuffle.remote.SealedOutput} is the output of one attempt. Its
 * process writes it as a whole, or in parts while the attempt runs ({@link
 * io.millrace.engine.shuffle.remote.LeavingRuns}); the process that reduces it holds a {@link
 * io.millrace.engine.shuffle.remote.StagedOutput} until the attempt commits. A {@link
 * io.millrace.engine.shuffle.remote.LentPartition} is the way back: one partition for a reduce
 * attempt elsewhere.
 */
@NullMarked
package io.millrace.engine.shuffle.remote;

import org.jspecify.annotations.NullMarked;
