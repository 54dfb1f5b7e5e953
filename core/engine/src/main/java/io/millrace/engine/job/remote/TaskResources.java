package io.millrace.engine.job.remote;

import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.MemorySize;
import java.util.HashMap;
import java.util.Map;

/**
 * The resources that a process may use which runs attempts of a job, but not the job.
 *
 * @param slots attempts that run at the same time
 * @param sortThreads sort threads beside the attempts' own threads
 * @param memoryBytes record memory; 0 for as much as the JVM's heap allows
 * @param slabBytes size of a slab, the same for all attempts of a job, because they read each
 *     other's runs
 */
public record TaskResources(int slots, int sortThreads, long memoryBytes, int slabBytes) {

    /** Record memory for these resources; the caller closes it. */
    public MemoryBudget newMemory(Settings job) {
        MemorySize size = size(job, "auto");
        if (memoryBytes > 0 && memoryBytes < size.maxBytes()) {
            size = size(job, Long.toString(memoryBytes));
        }
        return new MemoryBudget(size.maxBytes(), size.slabBytes(), size.floorBytes());
    }

    private MemorySize size(Settings job, String bytes) {
        return MemorySize.of(with(job, Map.of(EngineKeys.MEMORY_MAX.name(), bytes)), slots, slots);
    }

    /** The settings of a job that runs with these resources. */
    Settings settings(Settings job) {
        return with(
                job,
                Map.of(
                        EngineKeys.SHUFFLE_KIND.name(), "pull",
                        EngineKeys.MEMORY_MAX.name(), "auto",
                        EngineKeys.SORT_THREADS.name(), "auto"));
    }

    private Settings with(Settings job, Map<String, String> more) {
        Map<String, String> own = new HashMap<>(more);
        own.put(EngineKeys.SLAB_SIZE.name(), Integer.toString(slabBytes));
        return key -> own.getOrDefault(key, job.get(key));
    }
}
