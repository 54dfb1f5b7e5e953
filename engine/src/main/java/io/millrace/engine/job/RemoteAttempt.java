package io.millrace.engine.job;

import io.millrace.engine.shuffle.PlacedRuns;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.ForeignPhases;
import java.nio.file.Path;
import java.util.List;

/**
 * One attempt at a task of either kind that runs in another process, which collects, sorts,
 * combines and merges by itself, as {@link AttemptEngine} does; what this process does is to say
 * when, and to pass runs on. Both have slabs of one size, as each decodes blocks that the other
 * wrote. The engine calls {@link #run}, then {@link #commit} or {@link #abort}, on one thread that
 * waits meanwhile.
 */
public interface RemoteAttempt extends TaskAttempt {

    /**
     * Runs the task up to its commit. An interrupt ends it, with all that it started.
     *
     * @param intake where runs of the map output go that are not in files of this machine
     * @param phases is told what the task's time went to
     * @return the map output, handed on; none for a reduce attempt, or a job without reducers
     */
    SealedOutput run(Input input, RunIntake intake, ForeignPhases phases) throws Exception;

    /**
     * What a remote attempt is given.
     *
     * @param runs what a reduce attempt merges, in order; lent
     * @param statistics how much that is
     * @param directories where the attempt writes runs, its own, on several disks perhaps; deleted
     *     by the engine; none for a job without reducers
     */
    record Input(List<PlacedRuns> runs, OutputStatistics statistics, List<Path> directories) {}
}
