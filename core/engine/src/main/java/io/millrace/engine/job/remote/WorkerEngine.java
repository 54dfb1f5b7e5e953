package io.millrace.engine.job.remote;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.MapSide;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.ReduceSide;
import io.millrace.engine.job.partial.PartialReducer;
import io.millrace.engine.job.partial.PartialRounds;
import io.millrace.engine.job.partial.RoundThreads;
import io.millrace.engine.job.partial.Slice;
import io.millrace.engine.job.pool.FairPool;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.output.MapOutput;
import io.millrace.engine.shuffle.output.OutputDelivery;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.shuffle.remote.StagedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignWork;
import java.nio.file.Path;
import java.time.Duration;
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

    /** How long an idle thread of the pool stays. */
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final TaskProcess process;
    private final EngineParts parts;

    /** For all files of this worker: its own runs, and those that come. */
    private final SpillArea area;

    /** Null for a job without reducers. */
    private final @Nullable Shuffle shuffle;

    private final int mapTasks;
    private final WorkerSlots slots;

    /** Runs rounds of partial reduce. */
    private final FairPool pool;

    /** Null if the plan has none. */
    private volatile @Nullable PartialRounds rounds;

    private final Set<String> running = ConcurrentHashMap.newKeySet();

    private WorkerEngine(
            TaskProcess process,
            @Nullable Shuffle shuffle,
            SpillArea area,
            int mapTasks,
            int slots) {
        this.process = process;
        this.parts = process.parts();
        this.shuffle = shuffle;
        this.area = area;
        this.mapTasks = mapTasks;
        this.slots = new WorkerSlots(slots);
        this.pool = new FairPool("partial", slots, IDLE);
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
        return new WorkerEngine(process, shuffle, area, shape.tasks().maps(), resources.slots());
    }

    /**
     * Has published map outputs partially reduced while map tasks run, if the plan says so. Called
     * once, before the first attempt.
     *
     * @param first the first partition of this worker
     * @param end the partition after its last
     */
    public void reducePartially(PartialReducer reducer, int first, int end) {
        if (parts.plan().value(EngineKeys.PARTIAL_REDUCE) != PartialReduceMode.NEVER
                && first < end) {
            rounds =
                    new PartialRounds(
                            reducer,
                            openShuffle(),
                            mapTasks,
                            new Slice(first, end),
                            new RoundThreads(slots, pool),
                            parts);
        }
    }

    /**
     * Says that a map output was published whose attempt is committed.
     *
     * @param tasksWait whether map tasks of the job wait for a slot
     */
    public void mapCommitted(boolean tasksWait) {
        slots.tasksWait(tasksWait);
        PartialRounds opened = rounds;
        if (opened != null) {
            opened.mapCommitted();
        }
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
        slots.begin();
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
            slots.end();
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
        PartialRounds opened = rounds;
        if (opened != null) {
            opened.mapsEnded();
        }
        openShuffle().endMaps();
    }

    /**
     * Runs a reduce attempt over a partition of this worker, up to its commit. When this returns,
     * all rounds whose results it read have been counted.
     *
     * @return no runs, only the number of records that were spilled
     */
    public SealedOutput reduce(ReduceAttempt attempt, AttemptGuard guard) throws Exception {
        Shuffle open = openShuffle();
        ReduceSide side = new ReduceSide(open, guard, parts.trace());
        running.add(guard.attempt().toString());
        try {
            side.run(attempt, open.statistics(guard.attempt().task()), Thread::interrupted);
            closeRounds();
            return SealedOutput.none(side.spilledRecords());
        } finally {
            running.remove(guard.attempt().toString());
            side.close();
        }
    }

    /** One that ends just when map tasks do may not have been counted yet. */
    private synchronized void closeRounds() {
        PartialRounds opened = rounds;
        rounds = null;
        if (opened != null) {
            opened.close();
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
     * The work since the last call for an attempt that ran on this thread, with work of the process
     * that belongs to none that runs.
     */
    public ForeignWork takeWork() {
        return process.takeWork(span -> !running.contains(span.who()));
    }

    /** Gives back the map outputs and the memory. No attempt may be running. */
    @Override
    public void close() {
        process.sampler().remove(parts.trace());
        closeRounds();
        pool.close();
        if (shuffle != null) {
            shuffle.close();
        }
        process.close();
    }
}
