package io.millrace.workers.pool;

import io.millrace.files.process.MillraceProcess;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapred.JobID;

/** Where the workers of a process's jobs come from. Thread-safe. */
public final class WorkerSources {

    private final Map<JobID, WorkerSource.Factory> others = new ConcurrentHashMap<>();

    private WorkerSources() {}

    /** Those of a process. */
    public static WorkerSources of(MillraceProcess process) {
        return process.part(WorkerSources.class, none -> new WorkerSources());
    }

    /** Takes the workers of a job that has not been submitted from elsewhere. */
    public void put(JobID job, WorkerSource.Factory source) {
        others.put(job, source);
    }

    /** JVMs of this machine, unless the job's workers come from elsewhere. */
    WorkerSource.Factory of(JobID job) {
        return others.getOrDefault(job, WorkerLauncher::new);
    }
}
