package io.millrace.engine.job;

import io.millrace.engine.shuffle.PlacedFile;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.trace.ForeignPhases;
import java.nio.file.Path;
import java.util.List;

/**
 * One attempt at a task of either kind that runs in another process of this machine, which
 * collects, sorts, combines and merges by itself; what this process does is to say when, and to
 * pass on where the files are. The engine calls {@link #run}, then {@link #commit} or {@link
 * #abort}, on one thread that waits meanwhile.
 */
public interface RemoteAttempt extends TaskAttempt {

    /**
     * Runs the task up to its commit. An interrupt ends it, with all that it started.
     *
     * @param phases is told what the task's time went to
     * @return the map output; none for a reduce attempt, or a job without reducers
     */
    SealedOutput run(Input input, ForeignPhases phases) throws Exception;

    /**
     * What a remote attempt is given.
     *
     * @param files what a reduce attempt merges, in order; lent
     * @param statistics how much that is
     * @param directories where the attempt writes runs, its own, on several disks perhaps; deleted
     *     by the engine; none for a job without reducers
     */
    record Input(List<PlacedFile> files, OutputStatistics statistics, List<Path> directories) {}
}
