package io.millrace.hadoop.worker;

import io.millrace.files.process.MillraceProcess;

/** Where the workers of a process's jobs come from. Thread-safe. */
public final class WorkerSources {

    private volatile WorkerSource.Factory factory = WorkerLauncher::new;

    private WorkerSources() {}

    /** Those of a process: it starts JVMs itself, unless {@link #replace} was called. */
    public static WorkerSources of(MillraceProcess process) {
        return process.part(WorkerSources.class, none -> new WorkerSources());
    }

    /** Takes the workers of all later jobs from elsewhere. */
    public void replace(WorkerSource.Factory other) {
        factory = other;
    }

    WorkerSource.Factory factory() {
        return factory;
    }
}
