package io.millrace.hadoop.job;

import io.millrace.engine.config.Settings;
import io.millrace.engine.namespace.ContentsStore;
import io.millrace.engine.task.TaskKind;
import io.millrace.formats.inputcache.InputCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The engines of the process: one for all jobs, and another for each depth of jobs that tasks
 * submit. A task that waits for a job it submitted keeps its slot, so in one engine enough such
 * tasks would deadlock. Each depth gets a share of the memory of the depth above. Thread-safe.
 */
final class Engines {

    private final List<EngineHolder> byDepth = new ArrayList<>();
    private final Map<UserGroupInformation, Integer> depths = new ConcurrentHashMap<>();

    /** The first engine also holds the files in memory and the input cache. */
    Engines(ContentsStore files, InputCache inputs) {
        byDepth.add(new EngineHolder(null, files, inputs));
    }

    /**
     * The depth of a job that this user submits: 0, or one more than the running job whose task
     * submits it. Each job has its own identity, so the user identifies the job.
     */
    int depthBelow(UserGroupInformation submitter) {
        Integer depth = depths.get(submitter);
        return depth == null ? 0 : depth + 1;
    }

    /** From now until {@link #ended}, jobs that this user submits are one level deeper. */
    void started(UserGroupInformation jobUser, int depth) {
        depths.put(jobUser, depth);
    }

    void ended(UserGroupInformation jobUser) {
        depths.remove(jobUser);
    }

    synchronized EngineHolder at(int depth) {
        while (byDepth.size() <= depth) {
            byDepth.add(new EngineHolder(byDepth.get(byDepth.size() - 1), null, null));
        }
        return byDepth.get(depth);
    }

    /** How many tasks of this kind can run at once. */
    int slots(TaskKind kind, Settings settings) {
        return at(0).slots(kind, settings);
    }

    /** Record memory in use. */
    synchronized long memoryHeldBytes() {
        return byDepth.stream().mapToLong(EngineHolder::memoryHeldBytes).sum();
    }

    /** Closes all engines. Called when the process ends. */
    synchronized void close() {
        byDepth.forEach(EngineHolder::close);
    }
}
