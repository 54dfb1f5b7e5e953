package io.millrace.hadoop.remote;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.task.AttemptId;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Runs the tasks of a process's jobs in other processes. A job needs it if {@link
 * io.millrace.hadoop.config.ProcessLayout#elsewhere} says so, and is otherwise run without it.
 *
 * <p>The life of a job sees it three times, always on the job's thread and as the job's user:
 * {@link #available} when the job's files are made local, because a job that cannot share the
 * working directory needs other processes; {@link #plan} before the job's first task; and {@link
 * #open} once the plan stands. The {@link RemoteJob} is closed when the last attempt has ended,
 * before the job's output is committed and before the {@link RemoteSite} is closed.
 *
 * <p>Thread-safe: several jobs of a process use it at a time.
 */
public interface RemoteExecution {

    /** That of a process: from the class path, or one that refuses all jobs. */
    static RemoteExecution of(MillraceProcess process) {
        return ServiceLoader.load(
                        RemoteExecutionProvider.class, RemoteExecution.class.getClassLoader())
                .findFirst()
                .map(provider -> provider.of(process))
                .orElseGet(NoRemoteExecution::new);
    }

    /** Whether there is a module that runs tasks in other processes. */
    boolean available();

    /**
     * The choices for a job.
     *
     * @param shape of the job, if its attempts run in other processes
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed, or the
     *     module is missing
     */
    RemotePlan plan(JobEnvironment job, JobShape shape);

    /**
     * Prepares to run a job's attempts; starts the first process with the first attempt.
     *
     * @param attempts of the job, for what of them stays in this process, such as commits
     * @param threads attempts that run at a time, in all processes together
     * @param memory of this process
     * @param statuses receives the progress and counters of an attempt
     */
    RemoteJob open(
            RemoteSite site,
            TaskAttempts attempts,
            int threads,
            MemoryBudget memory,
            Function<AttemptId, AttemptStatus> statuses)
            throws IOException;
}
