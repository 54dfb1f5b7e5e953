package io.millrace.hadoop.remote;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.config.ModuleAbove;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import java.util.function.Function;

/** Refuses all jobs, because the module that would run them is not on the class path. */
final class NoRemoteExecution implements RemoteExecution {

    @Override
    public boolean available() {
        return false;
    }

    @Override
    public RemotePlan plan(JobEnvironment job, JobShape shape) {
        throw missing(job);
    }

    @Override
    public RemoteJob open(
            RemoteSite site,
            TaskAttempts attempts,
            int threads,
            MemoryBudget memory,
            Function<AttemptId, AttemptStatus> statuses) {
        throw missing(site.environment());
    }

    private static BadSettingException missing(JobEnvironment job) {
        return ModuleAbove.WORKERS.missing(job.processes().elsewhereBecause());
    }
}
