package io.millrace.workers.fork;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.remote.TaskResources;
import io.millrace.engine.plan.EngineKeys;

/** Divides the resources of this machine among the JVMs that run a job's tasks. */
public final class ResourceShare {

    /** The minimum of record memory and slabs. */
    private static final long LEAST_MEMORY = 1024 * 1024;

    private static final int LEAST_SLAB = 4 * 1024;
    private static final int SLABS_OF_A_SLOT = 16;

    private ResourceShare() {}

    /**
     * The resources of one JVM.
     *
     * @param jvms their number
     * @param slots attempts that each of them runs at a time
     */
    public static TaskResources of(Settings settings, int jvms, int slots) {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = EngineKeys.SORT_THREADS.in(settings);
        int sortThreads = Math.max(1, (threads == 0 ? cores : threads) / jvms);
        long memory = EngineKeys.MEMORY_MAX.in(settings);
        int slab = Math.toIntExact(EngineKeys.SLAB_SIZE.in(settings));
        if (memory == 0) {
            return new TaskResources(slots, sortThreads, 0, slab);
        }
        long slabs = (long) SLABS_OF_A_SLOT * slots;
        long share = Math.max(LEAST_MEMORY * slots, memory / jvms);
        while (!EngineKeys.SLAB_SIZE.isSetIn(settings)
                && slab > LEAST_SLAB
                && share < slabs * slab) {
            slab /= 2;
        }
        return new TaskResources(slots, sortThreads, Math.max(share, slabs * slab), slab);
    }
}
