package io.millrace.cluster.task;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.engine.job.remote.TaskResources;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import java.util.Locale;
import org.apache.hadoop.mapred.JobConf;

/**
 * Opens the engine of a task in a container. Its memory is on the heap, which is what the
 * container's size allows for.
 */
public final class TaskEngine {

    /** One beside the task's own thread: a container has few cores, mostly one. */
    private static final int SORT_THREADS = 1;

    private static final int MAX_SLAB = 1 << 20;

    /** With fewer slabs, much of the memory would be the ends of slabs. */
    private static final int LEAST_SLABS = 64;

    private TaskEngine() {}

    /**
     * Opens an engine.
     *
     * @param memoryBytes record memory, if the heap has room for so much
     */
    public static AttemptEngine open(
            JobRecords job, JobShape shape, JobConf conf, long memoryBytes) {
        String heap = SlabKind.HEAP.name().toLowerCase(Locale.ROOT);
        Settings settings = key -> key.equals(EngineKeys.SLAB_KIND.name()) ? heap : conf.get(key);
        int slab = (int) Math.min(MAX_SLAB, Long.highestOneBit(memoryBytes / LEAST_SLABS));
        return AttemptEngine.open(
                job, shape, settings, new TaskResources(1, SORT_THREADS, memoryBytes, slab));
    }
}
