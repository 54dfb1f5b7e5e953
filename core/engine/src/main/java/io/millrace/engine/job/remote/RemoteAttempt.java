package io.millrace.engine.job.remote;

import io.millrace.engine.job.attempt.TaskAttempt;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.ForeignPhases;
import java.nio.file.Path;
import java.util.List;

/**
 * One attempt at a task of either kind that runs in another process. That process collects, sorts,
 * combines and merges, as {@link AttemptEngine} does; this process controls it and passes runs on.
 * Both use slabs of one size, because each decodes the other's blocks. The engine calls {@link
 * #run}, then {@link #commit} or {@link #abort}, on one thread that waits meanwhile.
 */
public interface RemoteAttempt extends TaskAttempt {

    /**
     * Runs the task up to its commit. An interrupt ends it, with everything that it started.
     *
     * @param intake receives runs of the map output that are not in files of this machine
     * @param phases receives the task's time by phase
     * @return the map output, which the caller owns; without runs if workers have it; none for a
     *     reduce attempt, or for a job without reducers
     */
    SealedOutput run(Input input, RunIntake intake, ForeignPhases phases) throws Exception;

    /**
     * The input of a remote attempt.
     *
     * @param runs the runs that a reduce attempt merges, in order; lent
     * @param statistics the number and size of their records
     * @param directories the attempt's own directories for runs, perhaps on several disks; deleted
     *     by the engine; none for a job without reducers
     */
    record Input(List<PlacedRuns> runs, OutputStatistics statistics, List<Path> directories) {}
}
