package io.millrace.collective.shuffle;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.CombinerUse;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.Shuffles;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.trace.Trace;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.registry.JobFormats;
import io.millrace.hadoop.plan.HadoopOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Opens a shuffle of the engine for each iteration of a step, for the map tasks of one worker.
 * Sorting and combining run on the worker's own thread, which has the job's classes; the other
 * cores belong to the other workers. Used by the worker's thread.
 */
public final class StepShuffle {

    /**
     * Settings of the job that cannot apply: a worker pulls records, equal keys come by map task as
     * in the other patterns, and the worker has a single thread.
     */
    private static final Map<String, String> FIXED =
            Map.of(
                    EngineKeys.SHUFFLE_KIND.name(), "pull",
                    EngineKeys.SORT_TIES.name(), "emission",
                    EngineKeys.MERGE_MODE.name(), "inline",
                    EngineKeys.MEMORY_MAX.name(), "auto",
                    EngineKeys.MAP_THREADS.name(), "auto",
                    EngineKeys.SORT_THREADS.name(), "auto",
                    EngineKeys.REDUCE_THREADS.name(), "auto");

    private final JobConf conf;
    private final int partitions;
    private final KnownOrders knownOrders;
    private final MemoryBudget memory;
    private final Plan plan;
    private final SpillCoding coding;
    private final List<Path> directories;

    /**
     * The shuffle of a step with this configuration.
     *
     * @param partitions its number of reduce tasks
     * @param maps the worker's number of map tasks
     * @param directory the worker's own spill directory; exists
     */
    public StepShuffle(
            JobConf conf, int partitions, int maps, MemoryBudget memory, Path directory) {
        this.conf = conf;
        this.partitions = partitions;
        this.knownOrders = KnownOrders.of(conf, JobFormats.in(conf::get));
        this.memory = memory;
        this.directories = List.of(directory);
        Settings settings = key -> FIXED.getOrDefault(key, conf.get(key));
        JobShape shape =
                JobShape.of(maps, partitions)
                        .combining(
                                conf.get(MRJobConfig.COMBINE_CLASS_ATTR) == null
                                        ? CombinerUse.NONE
                                        : CombinerUse.CALLED)
                        .ordered(newKeyOrder())
                        .with(Trait.COMPRESSES, conf.getCompressMapOutput());
        this.plan =
                new Planner(1, 1, 1, memory.maxBytes(), memory.slabSpan()).plan(shape, settings);
        this.coding =
                SpillCoding.PLAIN
                        .encrypted(TokenCache.getEncryptedSpillKey(conf.getCredentials()))
                        .compressed(plan.value(EngineKeys.SPILL_COMPRESSION) == RunCompression.LZ4);
    }

    private KeyOrder newKeyOrder() {
        return KeyOrders.of(conf, knownOrders);
    }

    public int partitions() {
        return partitions;
    }

    /** A shuffle for one iteration, which the caller closes. */
    public Shuffle open() {
        ShuffleJob job =
                new ShuffleJob(
                        "loop",
                        partitions,
                        plan,
                        this::newKeyOrder,
                        HadoopOrder.spills(conf),
                        null);
        return Shuffles.open(
                new ShuffleContext(
                        job,
                        memory,
                        (guard, work) -> work.run(),
                        new Trace("loop"),
                        new SpillArea(directories, coding.rekeyed())));
    }
}
