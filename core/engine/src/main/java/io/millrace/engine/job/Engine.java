package io.millrace.engine.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.config.Settings;
import io.millrace.engine.job.pool.DaemonThreads;
import io.millrace.engine.job.pool.Pools;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryHoldings;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.namespace.ContentsStore;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.MemorySize;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.Sampler;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one process: one memory budget and three thread pools, shared by all its jobs.
 * Thread-safe.
 */
public final class Engine implements AutoCloseable {

    private final Pools pools;
    private final MemoryBudget memory;
    private final List<Choice<?>> memoryChoices;
    private final Planner planner;
    private final Sampler sampler;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Set<JobRun> jobs = new HashSet<>();

    @GuardedBy("lock")
    private boolean closed;

    @GuardedBy("lock")
    private @Nullable ContentsStore files;

    private Engine(Pools pools, MemoryBudget memory, List<Choice<?>> memoryChoices) {
        this.pools = pools;
        this.memory = memory;
        this.memoryChoices = memoryChoices;
        this.sampler = new Sampler(memory::heldBytes);
        this.planner =
                new Planner(
                        pools.map().width(),
                        pools.sort().width(),
                        pools.reduce().width(),
                        memory.maxBytes(),
                        memory.slabSpan());
    }

    /**
     * Opens an engine with the process-wide keys in {@code settings} (memory and threads).
     *
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed
     */
    public static Engine open(Settings settings) {
        return open(settings, null);
    }

    /**
     * Opens an engine for jobs that are submitted by tasks of another engine's jobs. Its memory is
     * a part of the outer engine's, so that jobs at any depth together take little more than the
     * first.
     *
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed
     */
    public static Engine openBelow(Engine outer, Settings settings) {
        return open(settings, outer);
    }

    private static Engine open(Settings settings, @Nullable Engine outer) {
        int cores = Runtime.getRuntime().availableProcessors();
        int mapThreads = orCores(EngineKeys.MAP_THREADS.in(settings), cores);
        int sortThreads = orCores(EngineKeys.SORT_THREADS.in(settings), cores);
        int reduceThreads = orCores(EngineKeys.REDUCE_THREADS.in(settings), cores);
        MemorySize size =
                outer == null
                        ? MemorySize.of(settings, mapThreads, reduceThreads)
                        : MemorySize.below(
                                outer.memoryMaxBytes(), settings, mapThreads, reduceThreads);
        return new Engine(
                Pools.of(mapThreads, sortThreads, reduceThreads),
                new MemoryBudget(size.maxBytes(), size.slabBytes(), size.floorBytes()),
                size.choices(settings, outer != null));
    }

    private static int orCores(int threads, int cores) {
        return threads == 0 ? cores : threads;
    }

    /**
     * Gives a file store slabs of that kind from this engine's memory, until the store is closed.
     */
    public void hold(ContentsStore store, SlabKind kind) {
        synchronized (lock) {
            files = store;
        }
        store.attach(memory, kind);
    }

    /** Chooses how to run a job of this shape. Keys in {@code settings} override the planner. */
    public Plan plan(JobShape shape, Settings settings) {
        return planner.plan(shape, settings);
    }

    /**
     * Starts a job and returns at once. The caller waits for it with {@link JobExecution#await}.
     *
     * @throws IllegalStateException if the engine is closed
     */
    public JobExecution start(JobDefinition job, Plan plan) {
        JobRun run = new JobRun(job, plan, memory, pools, sampler, this::ended);
        Thread thread = DaemonThreads.create("millrace-job-" + run.name(), run);
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException(
                        "the engine is closed; job " + run.name() + " cannot start");
            }
            thread.start();
            jobs.add(run); // when the job ends, its own thread waits for the lock
        }
        return new JobExecution(run);
    }

    private void ended(JobRun run) {
        synchronized (lock) {
            jobs.remove(run);
            lock.notifyAll();
        }
    }

    /** Whether no job is running. */
    public boolean idle() {
        synchronized (lock) {
            return jobs.isEmpty();
        }
    }

    /** The number of slots of this kind, that is, tasks that run at the same time. */
    public int slots(TaskKind kind) {
        return (kind == TaskKind.MAP ? pools.map() : pools.reduce()).width();
    }

    /** The record memory, for holders of records outside the shuffle. */
    public MemoryBudget memory() {
        return memory;
    }

    /** The current holders of the record memory. */
    public MemoryHoldings memoryHoldings() {
        return memory.holdings();
    }

    /** The division of the record memory, with reasons. */
    public List<Choice<?>> memoryChoices() {
        return memoryChoices;
    }

    /** Bytes of record memory taken now. */
    public long memoryHeldBytes() {
        return memory.heldBytes();
    }

    /** The most bytes of record memory ever taken at once. */
    public long memoryPeakBytes() {
        return memory.peakBytes();
    }

    /** The size of the record memory in bytes. */
    public long memoryMaxBytes() {
        return memory.maxBytes();
    }

    /**
     * Cancels all running jobs, waits for their end, ends the threads and gives back the memory.
     * May be called twice.
     */
    @Override
    public void close() {
        List<JobRun> running;
        ContentsStore held;
        synchronized (lock) {
            closed = true;
            held = files;
            files = null;
            running = List.copyOf(jobs);
        }
        running.forEach(job -> job.cancel("the engine was closed"));
        awaitJobs();
        if (held != null) {
            held.detach();
        }
        pools.close();
        memory.close();
    }

    private void awaitJobs() {
        boolean interrupted = false;
        synchronized (lock) {
            while (!jobs.isEmpty()) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    interrupted = true; // each job ends in bounded time
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
