package io.millrace.hadoop.fork.child;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.MemorySize;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.plan.SpillCompression;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.ShuffleContext;
import io.millrace.engine.shuffle.Shuffles;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.trace.Trace;
import io.millrace.hadoop.fork.wire.JobSpec;
import io.millrace.hadoop.fork.wire.JobSpec.Resources;
import io.millrace.hadoop.task.TaskAttempts;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * The engine's parts in a forked JVM, which has one slot: record memory, threads that sort, and a
 * plan of its own. Each attempt has a shuffle to itself; what it is to others are its files, so
 * nothing is pushed.
 */
final class LocalShuffle {

    private final String job;
    private final int partitions;
    private final TaskAttempts attempts;
    private final MemoryBudget memory;
    private final Plan plan;
    private final SpillCoding coding;
    private final Executor sorters;
    private final Trace trace;

    LocalShuffle(JobSpec spec, TaskAttempts attempts, Trace trace) {
        this.trace = trace;
        this.job = spec.environment().id().toString();
        this.partitions = spec.environment().conf().getNumReduceTasks();
        this.attempts = attempts;
        Resources resources = spec.resources();
        Map<String, String> own = new HashMap<>();
        own.put(EngineKeys.SHUFFLE_KIND.name(), "pull");
        own.put(EngineKeys.SLAB_SIZE.name(), Integer.toString(resources.slabBytes()));
        own.put(EngineKeys.MEMORY_MAX.name(), "auto");
        own.put(EngineKeys.SORT_THREADS.name(), "auto");
        Settings settings = key -> own.getOrDefault(key, spec.environment().conf().get(key));
        MemorySize size = MemorySize.of(settings, 1, 1);
        if (resources.memoryBytes() > 0 && resources.memoryBytes() < size.maxBytes()) {
            own.put(EngineKeys.MEMORY_MAX.name(), Long.toString(resources.memoryBytes()));
            size = MemorySize.of(settings, 1, 1);
        }
        this.memory = new MemoryBudget(size.maxBytes(), size.slabBytes(), size.floorBytes());
        this.plan =
                new Planner(1, resources.sortThreads(), 1, memory.maxBytes(), size.slabBytes())
                        .plan(attempts.shape(), settings);
        this.coding =
                SpillCoding.PLAIN
                        .encrypted(
                                TokenCache.getEncryptedSpillKey(
                                        spec.environment().conf().getCredentials()))
                        .compressed(
                                plan.value(EngineKeys.SPILL_COMPRESSION) == SpillCompression.LZ4);
        AtomicInteger sorter = new AtomicInteger();
        this.sorters =
                Executors.newFixedThreadPool(
                        resources.sortThreads(),
                        work -> {
                            Thread thread = new Thread(work, "sort-" + sorter.incrementAndGet());
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /** Record memory that is taken now. */
    long heldBytes() {
        return memory.heldBytes();
    }

    /** A shuffle for one attempt, which writes runs into {@code directories}. */
    Shuffle open(List<Path> directories) {
        return Shuffles.open(
                new ShuffleContext(
                        job,
                        partitions,
                        plan,
                        attempts::newKeyOrder,
                        memory,
                        (guard, work) -> sorters.execute(attempts.carry(work)),
                        trace,
                        directories,
                        coding.rekeyed()));
    }
}
