package io.millrace.engine.job;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.MemorySize;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.engine.trace.Sampler;
import io.millrace.engine.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a process that runs attempts of a job but not the job: record memory, sort threads,
 * a plan and a trace for one slot. Each attempt has its own shuffle, since other attempts see only
 * its sealed runs. It runs one attempt at a time, on the calling thread; the caller commits the
 * attempt.
 */
public final class AttemptEngine implements AutoCloseable {

    private final EngineParts parts;
    private final ExecutorService sortThreads;
    private final Sampler sampler;

    /**
     * The resources that the process may use.
     *
     * @param sortThreads sort threads beside the attempt's own thread
     * @param memoryBytes record memory; 0 for as much as the JVM's heap allows
     * @param slabBytes size of a slab, the same for all attempts of a job, because they read each
     *     other's runs
     */
    public record Resources(int sortThreads, long memoryBytes, int slabBytes) {}

    private AttemptEngine(EngineParts parts, ExecutorService sortThreads) {
        this.parts = parts;
        this.sortThreads = sortThreads;
        this.sampler = new Sampler(parts.memory()::heldBytes);
    }

    /**
     * Opens an engine for attempts of a job.
     *
     * @param settings of the job; memory, sort threads and shuffle are taken from the process
     */
    public static AttemptEngine open(
            JobRecords job, JobShape shape, Settings settings, Resources resources) {
        Map<String, String> own = new HashMap<>();
        own.put(EngineKeys.SHUFFLE_KIND.name(), "pull");
        own.put(EngineKeys.SLAB_SIZE.name(), Integer.toString(resources.slabBytes()));
        own.put(EngineKeys.MEMORY_MAX.name(), "auto");
        own.put(EngineKeys.SORT_THREADS.name(), "auto");
        Settings all = key -> own.getOrDefault(key, settings.get(key));
        MemorySize size = MemorySize.of(all, 1, 1);
        if (resources.memoryBytes() > 0 && resources.memoryBytes() < size.maxBytes()) {
            own.put(EngineKeys.MEMORY_MAX.name(), Long.toString(resources.memoryBytes()));
            size = MemorySize.of(all, 1, 1);
        }
        MemoryBudget memory =
                new MemoryBudget(size.maxBytes(), size.slabBytes(), size.floorBytes());
        Plan plan =
                new Planner(1, resources.sortThreads(), 1, memory.maxBytes(), size.slabBytes())
                        .plan(shape, all);
        ExecutorService sortThreads = sortThreads(resources.sortThreads());
        return new AttemptEngine(
                new EngineParts(
                        job,
                        plan,
                        memory,
                        (guard, work) -> sortThreads.execute(job.carry(work)),
                        new Trace(job.name())),
                sortThreads);
    }

    private static ExecutorService sortThreads(int count) {
        AtomicInteger number = new AtomicInteger();
        return Executors.newFixedThreadPool(
                count,
                work -> {
                    Thread thread = new Thread(work, "sort-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Runs a map attempt up to its commit.
     *
     * @param directories the attempt's own directories, for its runs
     * @return its output, in files of these directories; the caller owns it
     */
    public SealedOutput map(MapAttempt attempt, AttemptGuard guard, List<Path> directories)
            throws Exception {
        if (parts.job().reduceTasks() == 0) {
            sampler.add(parts.trace());
            try {
                new MapSide(null, guard, parts.trace()).run(attempt, Thread::interrupted);
                return SealedOutput.none(0);
            } finally {
                sampler.remove(parts.trace());
            }
        }
        try (AttemptCollector collector =
                new AttemptCollector(parts, sampler, guard, directories)) {
            collector.side().run(attempt, Thread::interrupted);
            return collector.seal();
        }
    }

    /**
     * Opens the output of a map attempt whose mapper is called elsewhere. Waits until there is
     * memory for it.
     *
     * @param combiner the job's combiner, working for this attempt, or null
     * @param directories the attempt's own directories, for its runs
     */
    public AttemptCollector collect(
            AttemptGuard guard, @Nullable Combiner combiner, List<Path> directories)
            throws IOException, InterruptedException {
        return AttemptCollector.open(parts, sampler, guard, combiner, directories);
    }

    /**
     * Opens the input of a reduce attempt whose map outputs arrive one by one, and whose reducer is
     * called elsewhere. The job must have a single partition.
     *
     * @param directories the attempt's own directories, for its runs
     */
    public AttemptInput receive(AttemptGuard guard, List<Path> directories) {
        return new AttemptInput(parts, sampler, guard, directories);
    }

    /**
     * Runs a reduce attempt up to its commit.
     *
     * @param input the attempt's input; owns runs in the memory of this process
     * @return no runs, only the number of records that were spilled
     */
    public SealedOutput reduce(ReduceAttempt attempt, AttemptGuard guard, RemoteAttempt.Input input)
            throws Exception {
        sampler.add(parts.trace());
        try (Shuffle shuffle = openShuffle(parts, input.directories())) {
            shuffle.publish(
                    new SealedOutput(input.runs(), new Tally(parts.job().reduceTasks()), 0));
            shuffle.endMaps();
            ReduceSide side = new ReduceSide(shuffle, guard, parts.trace());
            try {
                side.run(attempt, input.statistics(), Thread::interrupted);
                return SealedOutput.none(side.spilledRecords());
            } finally {
                side.close();
            }
        } finally {
            sampler.remove(parts.trace());
        }
    }

    /**
     * Opens a shuffle for one attempt, with its own key: other attempts also number their files.
     */
    static Shuffle openShuffle(EngineParts parts, List<Path> directories) {
        return parts.openShuffle(directories, parts.coding().rekeyed());
    }

    /**
     * Opens an intake for a reduce attempt's runs that are not in files of this machine.
     *
     * @param directories the attempt's own
     * @param who the owner of the runs, for messages
     */
    public RunIntake intake(List<Path> directories, String who) {
        return parts.intake(directories, who);
    }

    /**
     * The time spent in each phase since the last call, on the calling thread and on sort threads.
     */
    public List<ForeignSpan> takePhases() {
        String own = Thread.currentThread().getName();
        long now = System.nanoTime();
        return parts.trace().takeSpans().stream()
                .map(span -> ForeignSpan.of(span, own, now))
                .toList();
    }

    /** Record memory taken now, in bytes. */
    public long memoryHeldBytes() {
        return parts.memory().heldBytes();
    }

    /** Ends the threads and gives back the memory. No attempt may be running. */
    @Override
    public void close() {
        sortThreads.shutdown();
        parts.memory().close();
    }
}
