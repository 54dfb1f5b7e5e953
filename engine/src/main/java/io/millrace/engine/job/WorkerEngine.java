package io.millrace.engine.job;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.OutputDelivery;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.StagedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignSpan;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a worker: it runs attempts of a job, several at a time, and keeps the map output of
 * the partitions that it reduces, from all workers. Map output is sent to its owners while it is
 * made, and counts once it is {@link StagedOutput#publish published}. Thread-safe; each attempt
 * runs on its caller's thread.
 */
public final class WorkerEngine implements AutoCloseable {

    private final TaskProcess process;
    private final EngineParts parts;

    /** For all files of this worker: its own runs, and those that come. */
    private final SpillArea area;

    /** Null for a job without reducers. */
    private final @Nullable Shuffle shuffle;

    private final Set<String> running = ConcurrentHashMap.newKeySet();

    private WorkerEngine(TaskProcess process, @Nullable Shuffle shuffle, SpillArea area) {
        this.process = process;
        this.parts = process.parts();
        this.shuffle = shuffle;
        this.area = area;
        process.sampler().add(parts.trace());
    }

    /**
     * Opens a worker's engine.
     *
     * @param settings of the job; memory, sort threads and shuffle are taken from the process
     * @param memory made for these resources; this closes it
     * @param directories the worker's own, for runs that do not fit into memory
     */
    public static WorkerEngine open(
            JobRecords job,
            JobShape shape,
            Settings settings,
            TaskResources resources,
            MemoryBudget memory,
            List<Path> directories) {
        TaskProcess process = TaskProcess.open(job, shape, settings, resources, memory);
        EngineParts parts = process.parts();
        SpillArea area = new SpillArea(directories, parts.coding().rekeyed());
        Shuffle shuffle = job.reduceTasks() == 0 ? null : parts.openShuffle(area);
        return new WorkerEngine(process, shuffle, area);
    }

    /**
     * Runs a map attempt up to its commit, and delivers its output.
     *
     * @return no runs, only the size of its output
     */
    public SealedOutput map(MapAttempt attempt, AttemptGuard guard, OutputDelivery deliveries)
            throws Exception {
        MapSide side = new MapSide(shuffle, deliveries, guard, parts.trace());
        running.add(guard.attempt().toString());
        try {
            side.run(attempt, Thread::interrupted);
            MapOutput output = side.output();
            if (output == null) {
                return SealedOutput.none(0);
            }
            side.deliver();
            return new SealedOutput(List.of(), output.tally(), output.spilledRecords());
        } finally {
            running.remove(guard.attempt().toString());
            side.endDelivery();
            MapOutput opened = side.output();
            if (opened != null) {
                opened.close();
            }
        }
    }

    /** Takes a map output from elsewhere, which the caller publishes or closes. */
    public StagedOutput stage(SealedOutput output) {
        return openShuffle().stage(output);
    }

    /**
     * Opens an intake for the output of an attempt elsewhere.
     *
     * @param who the attempt, for file names and messages
     */
    public RunIntake intake(String who) {
        return parts.intake(area, who);
    }

    /** Says that the published map outputs are complete. */
    public void endMaps() {
        openShuffle().endMaps();
    }

    /**
     * Runs a reduce attempt over a partition of this worker, up to its commit.
     *
     * @return no runs, only the number of records that were spilled
     */
    public SealedOutput reduce(ReduceAttempt attempt, AttemptGuard guard) throws Exception {
        Shuffle open = openShuffle();
        ReduceSide side = new ReduceSide(open, guard, parts.trace());
        running.add(guard.attempt().toString());
        try {
            side.run(attempt, open.statistics(guard.attempt().task()), Thread::interrupted);
            return SealedOutput.none(side.spilledRecords());
        } finally {
            running.remove(guard.attempt().toString());
            side.close();
        }
    }

    private Shuffle openShuffle() {
        if (shuffle == null) {
            throw new IllegalStateException(
                    "job " + parts.job().name() + " has no reducers, so it has no shuffle");
        }
        return shuffle;
    }

    /**
     * The time spent in phases since the last call for an attempt that ran on this thread, with
     * work of the process that belongs to none that runs.
     */
    public List<ForeignSpan> takePhases() {
        return process.takePhases(span -> !running.contains(span.who()));
    }

    /** Gives back the map outputs and the memory. No attempt may be running. */
    @Override
    public void close() {
        process.sampler().remove(parts.trace());
        if (shuffle != null) {
            shuffle.close();
        }
        process.close();
    }
}
