package io.millrace.engine.job;

import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.job.partial.PartialReducer;
import io.millrace.engine.job.partial.PartialRounds;
import io.millrace.engine.job.partial.RoundThreads;
import io.millrace.engine.job.partial.Slice;
import io.millrace.engine.job.pool.FairPool;
import io.millrace.engine.job.pool.FairPool.Lane;
import io.millrace.engine.job.pool.FirstComeWork;
import io.millrace.engine.job.pool.PooledMapThreads;
import io.millrace.engine.job.pool.Pools;
import io.millrace.engine.job.pool.SortLane;
import io.millrace.engine.job.pool.WaitingWork;
import io.millrace.engine.job.remote.Placement;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.Workers;
import io.millrace.engine.job.schedule.AttemptBody;
import io.millrace.engine.job.schedule.AttemptRun.Ended;
import io.millrace.engine.job.schedule.FailureText;
import io.millrace.engine.job.schedule.JobFate;
import io.millrace.engine.job.schedule.JobTerms;
import io.millrace.engine.job.schedule.JobTerms.TaskTerms;
import io.millrace.engine.job.schedule.ListenerCalls;
import io.millrace.engine.job.schedule.TaskLanes;
import io.millrace.engine.job.schedule.TaskParts;
import io.millrace.engine.job.schedule.TaskSet;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.Sampler;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One job from start to end: map tasks, reduce tasks, cleanup. The job's own thread goes through
 * these; the only user code that it runs is the listener.
 */
final class JobRun implements Runnable {

    private final JobDefinition job;
    private final JobTerms terms;
    private final Plan plan;
    private final EngineParts parts;
    private final Pools pools;
    private final SortLane sorters;
    private final Consumer<JobRun> whenEnded;
    private final Trace trace;
    private final Sampler sampler;
    private final JobFate fate = new JobFate();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable TaskSet current;

    /** Rounds of the job's partial reducer; null if it has none. */
    private volatile @Nullable PartialRounds rounds;

    /**
     * A job that has not begun.
     *
     * @param sampler samples the job while it runs
     * @param whenEnded called after the cleanup
     */
    JobRun(
            JobDefinition job,
            Plan plan,
            MemoryBudget memory,
            Pools pools,
            Sampler sampler,
            Consumer<JobRun> whenEnded) {
        this.job = job;
        this.terms = termsOf(job);
        this.trace = new Trace(terms.name());
        this.plan = plan;
        this.pools = pools;
        this.sampler = sampler;
        this.sorters =
                new SortLane(job, job::priority, pools.sort(), plan.value(EngineKeys.SORT_THREADS));
        this.parts = new EngineParts(job, plan, memory, sorters, trace);
        this.whenEnded = whenEnded;
    }

    private static JobTerms termsOf(JobDefinition job) {
        return new JobTerms(
                job.name(),
                new TaskTerms(job.mapTasks(), job.retryPolicy(TaskKind.MAP)),
                new TaskTerms(job.reduceTasks(), job.retryPolicy(TaskKind.REDUCE)),
                job.listener(),
                job.spillDirectories(),
                job.exitTimeout());
    }

    String name() {
        return terms.name();
    }

    Plan plan() {
        return plan;
    }

    Trace trace() {
        return trace;
    }

    @Override
    public void run() {
        sampler.add(trace);
        try {
            failWithoutWorkers();
            if (terms.reduces().count() == 0) {
                run(newTasks(TaskKind.MAP, null, List.of()));
            } else {
                runWithShuffle();
            }
            fate.succeed();
        } catch (Throwable e) {
            fate.fail("job " + name() + " failed: " + FailureText.of(e), e);
        } finally {
            trace.end();
            sampler.remove(trace);
            whenEnded.accept(this);
            ended.countDown();
        }
    }

    /**
     * Attempts that run may all wait for a process that is not replaced, so none of them would
     * notice.
     */
    private void failWithoutWorkers() {
        Workers workers = job.workers();
        if (workers != null) {
            workers.whenExhausted(cause -> {
                fate.fail("job " + name() + " failed: " + FailureText.of(cause), cause);
                wake();
            });
        }
    }

    private void runWithShuffle() throws IOException {
        try (SpillDirectories directories =
                        SpillDirectories.make(name(), terms.spillDirectories());
                Shuffle shuffle =
                        parts.openShuffle(new SpillArea(directories.paths(), parts.coding()))) {
            try (PartialRounds opened = openRounds(shuffle)) {
                rounds = opened;
                TaskSet maps = newTasks(TaskKind.MAP, shuffle, directories.paths());
                run(maps);
                if (opened != null) {
                    opened.mapsEnded();
                }
                repeatLost(maps, allPartitions());
                if (!fate.decided()) {
                    shuffle.endMaps();
                    new ListenerCalls(terms, fate)
                            .tell("the end of its map tasks", JobListener::mapsEnded);
                    TaskSet reduces = newTasks(TaskKind.REDUCE, shuffle, directories.paths());
                    run(reduces);
                    repeatPostponed(maps, reduces);
                }
            } finally {
                String done = shuffle.usefulWork().outcome();
                if (!done.isEmpty()) {
                    trace.outcome(plan.choice(EngineKeys.PARTIAL_REDUCE).name(), done);
                }
                sorters.end(fate.decided(), terms.exitTimeout());
            }
        }
    }

    /** Null if the job has none, or its workers have their own. */
    private @Nullable PartialRounds openRounds(Shuffle shuffle) {
        PartialReducer reducer =
                plan.value(EngineKeys.PARTIAL_REDUCE) == PartialReduceMode.NEVER
                                || job.workers() != null
                        ? null
                        : job.partialReducer();
        return reducer == null
                ? null
                : new PartialRounds(
                        reducer,
                        shuffle,
                        terms.maps().count(),
                        new Slice(0, terms.reduces().count()),
                        new RoundThreads(new PooledMapThreads(pools.map()), pools.reduce()),
                        parts);
    }

    private BitSet allPartitions() {
        BitSet all = new BitSet();
        all.set(0, terms.reduces().count());
        return all;
    }

    /** Runs map tasks again as long as their output for some of the partitions is lost. */
    private void repeatLost(TaskSet maps, BitSet partitions) {
        Workers workers = job.workers();
        if (workers == null) {
            return;
        }
        BitSet lost = workers.lostOutputs(partitions);
        while (!lost.isEmpty() && !fate.decided()) {
            BitSet again = lost;
            run(maps, () -> maps.repeat(again));
            lost = workers.lostOutputs(partitions);
        }
    }

    /** Runs reduce tasks again whose input was lost, after the map tasks that make it again. */
    private void repeatPostponed(TaskSet maps, TaskSet reduces) {
        BitSet postponed = reduces.postponed();
        while (!postponed.isEmpty() && !fate.decided()) {
            BitSet again = postponed;
            repeatLost(maps, again);
            run(reduces, () -> reduces.repeat(again));
            postponed = reduces.postponed();
        }
    }

    private TaskSet newTasks(TaskKind kind, @Nullable Shuffle shuffle, List<Path> directories) {
        boolean map = kind == TaskKind.MAP;
        FairPool pool = map ? pools.map() : pools.reduce();
        int slots = plan.value(map ? EngineKeys.MAP_THREADS : EngineKeys.REDUCE_THREADS);
        Workers workers = job.workers();
        TaskLanes lanes =
                map || workers == null
                        ? TaskLanes.single(
                                pool.openLane(slots, job::priority, waiting(map, workers)))
                        : new TaskLanes(lanes(pool, workers), workers::ownerOf);
        return new TaskSet(
                terms,
                kind,
                lanes,
                guard -> newBody(guard, shuffle, directories),
                new TaskParts(fate, trace, sorters, pools.exclusive(), job::attemptsMeet));
    }

    private static WaitingWork waiting(boolean map, @Nullable Workers workers) {
        Placement placement = map && workers != null ? workers.placement() : null;
        return placement == null ? new FirstComeWork() : new PlacedWork(placement);
    }

    /** A lane for each worker: a worker reduces its own partitions only. */
    private List<Lane> lanes(FairPool pool, Workers workers) {
        return IntStream.range(0, workers.count())
                .mapToObj(worker -> pool.openLane(workers.slots(), job::priority))
                .toList();
    }

    private void run(TaskSet tasks) {
        run(tasks, tasks::start);
    }

    private void run(TaskSet tasks, Runnable start) {
        current = tasks;
        try {
            start.run();
        } catch (Throwable e) {
            fate.fail(
                    "job "
                            + name()
                            + " failed: "
                            + tasks
                            + " could not start: "
                            + FailureText.of(e),
                    e);
        }
        tasks.awaitEnd();
        current = null;
    }

    private AttemptBody newBody(
            AttemptGuard guard, @Nullable Shuffle shuffle, List<Path> directories) {
        RemoteAttempts remote = job.remoteAttempts(guard.attempt());
        if (remote != null) {
            return new RemoteBody(job, remote, shuffle, directories, guard, parts);
        }
        return guard.attempt().kind() == TaskKind.MAP || shuffle == null
                ? new MapBody(job, shuffle, guard, trace, this::mapCommitted)
                : new ReduceBody(job, shuffle, guard, trace);
    }

    private void mapCommitted() {
        PartialRounds opened = rounds;
        if (opened != null) {
            opened.mapCommitted();
        }
    }

    /** Waits for the end of the job; throws unless it succeeded. */
    void await() throws JobFailedException, JobCancelledException, InterruptedException {
        ended.await();
        JobFate.End end = fate.end();
        if (end == null) {
            throw new IllegalStateException("the job has not ended");
        }
        Throwable cause = end.cause();
        if (cause != null) {
            throw new JobFailedException(end.why(), cause);
        }
        if (!end.success()) {
            throw new JobCancelledException(end.why());
        }
    }

    void cancel(String why) {
        fate.cancel(why);
        wake();
    }

    private void wake() {
        TaskSet tasks = current;
        if (tasks != null) {
            tasks.wake();
        }
    }

    boolean endAttempt(AttemptId attempt, Ended why) {
        TaskSet tasks = current;
        return tasks != null && tasks.endAttempt(attempt, why);
    }

    void leaveBehind(Thread thread, Ended why) {
        TaskSet tasks = current;
        if (tasks != null) {
            tasks.leaveBehind(thread, why);
        }
    }
}
