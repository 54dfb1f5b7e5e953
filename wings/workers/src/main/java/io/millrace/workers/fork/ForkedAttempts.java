package io.millrace.workers.fork;

import io.millrace.engine.job.remote.RemoteAttempt;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.Workers;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.remote.RemoteJob;
import io.millrace.hadoop.remote.RemoteSite;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.workers.fork.wire.JobSpec;
import java.io.IOException;
import java.util.function.Function;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobContext;
import org.jspecify.annotations.Nullable;

/** The attempts of one job whose tasks run in forked JVMs. Thread-safe. */
public final class ForkedAttempts<J extends AttemptJvm> implements RemoteAttempts, RemoteJob {

    private final TaskAttempts attempts;
    private final Function<AttemptId, AttemptStatus> statuses;
    private final TaskLogs logs;
    private final AttemptJvms<J> jvms;

    /**
     * Attempts that these JVMs run.
     *
     * @param statuses receives the progress and counters of an attempt
     * @param jvms closed with this
     */
    public ForkedAttempts(
            TaskAttempts attempts,
            Function<AttemptId, AttemptStatus> statuses,
            TaskLogs logs,
            AttemptJvms<J> jvms) {
        this.attempts = attempts;
        this.statuses = statuses;
        this.logs = logs;
        this.jvms = jvms;
    }

    /**
     * Prepares to run a job's attempts; starts the first JVM with the first attempt.
     *
     * @param slots maximum number of concurrent JVMs
     * @param statuses receives the progress and counters of an attempt
     */
    public static ForkedAttempts<?> of(
            RemoteSite site,
            TaskAttempts attempts,
            int slots,
            Function<AttemptId, AttemptStatus> statuses)
            throws IOException {
        JobEnvironment environment = site.environment();
        JobConf conf = environment.conf();
        TaskLogs logs = TaskLogs.of(conf, environment.id());
        JobSpec job =
                new JobSpec(environment, site.classPath(), ResourceShare.of(conf::get, slots, 1));
        JvmCommand command = new JvmCommand(conf, site.classPath(), site.clientLoader());
        return new ForkedAttempts<>(
                attempts,
                statuses,
                logs,
                new JvmPool(
                        command,
                        job,
                        logs,
                        site.sockets(),
                        site::linkInto,
                        attemptsOfOne(environment),
                        RemoteJvm.silenceSeconds(conf)));
    }

    /**
     * Any number if no task changes a static, otherwise one, unless the job sets a number; a
     * cluster starts one JVM per attempt.
     */
    private static int attemptsOfOne(JobEnvironment environment) {
        if (reuseChosen(environment.conf())) {
            return Math.max(0, environment.conf().getNumTasksToExecutePerJvm());
        }
        return environment.classes().changedStatic() == null ? 0 : 1;
    }

    private static boolean reuseChosen(JobConf conf) {
        return KeyOrigin.chosen(conf, JobContext.JVM_NUMTASKS_TORUN);
    }

    /** The choice of how attempts share JVMs. */
    public static Choice<String> choice(JobEnvironment environment) {
        String changed = environment.classes().changedStatic();
        String reuse =
                reuseChosen(environment.conf())
                        ? "a JVM runs the number of attempts set by "
                                + JobContext.JVM_NUMTASKS_TORUN
                        : changed == null
                                ? "a JVM runs any number of attempts, because no task"
                                        + " changes a static"
                                : "a JVM per attempt, because " + changed;
        return new Choice<>(
                "task.isolation", "processes", "set by " + TaskKeys.ISOLATION + "; " + reuse);
    }

    @Override
    public RemoteAttempt newAttempt(AttemptId id, AttemptGuard guard) throws IOException {
        AttemptStatus status = statuses.apply(id);
        return new ForkedAttempt<>(
                jvms, attempts, guard, status, logs.folder(status.id().toString()));
    }

    @Override
    public RemoteAttempts attempts() {
        return this;
    }

    @Override
    public @Nullable Workers workers() {
        return null;
    }

    @Override
    public void close() {
        jvms.close();
    }
}
