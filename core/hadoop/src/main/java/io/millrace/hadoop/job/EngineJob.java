package io.millrace.hadoop.job;

import io.millrace.engine.job.JobDefinition;
import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.RetryPolicy;
import io.millrace.engine.job.partial.PartialReducer;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.Workers;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillTerms;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.plan.HadoopOrder;
import io.millrace.hadoop.remote.RemoteJob;
import io.millrace.hadoop.scope.AttemptPrints;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.PartialReduceRounds;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.tracking.AttemptTracker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/** One Hadoop job as the engine sees it. Thread-safe. */
final class EngineJob implements JobDefinition {

    private final JobEnvironment environment;
    private final TaskAttempts attempts;
    private final AttemptTracker tracker;
    private final JobState state;
    private final List<Path> spillDirectories;
    private final @Nullable RemoteJob remote;
    private final @Nullable TaskLogs logs;
    private final int reduceTasks;
    private final RetryPolicy mapRetries;
    private final RetryPolicy reduceRetries;
    private final Duration exitTimeout;

    /**
     * @param remote runs the job's attempts in other processes; null if they run in this one
     * @param logs keep the output that attempts in this process print; null if not requested
     */
    EngineJob(
            JobEnvironment environment,
            TaskAttempts attempts,
            AttemptTracker tracker,
            JobState state,
            List<Path> spillDirectories,
            @Nullable RemoteJob remote,
            @Nullable TaskLogs logs) {
        JobConf conf = environment.conf();
        this.environment = environment;
        this.attempts = attempts;
        this.tracker = tracker;
        this.state = state;
        this.spillDirectories = spillDirectories;
        this.remote = remote;
        this.logs = logs;
        this.reduceTasks = conf.getNumReduceTasks();
        this.mapRetries =
                new RetryPolicy(
                        Math.max(1, conf.getMaxMapAttempts()), conf.getMaxMapTaskFailuresPercent());
        this.reduceRetries =
                new RetryPolicy(
                        Math.max(1, conf.getMaxReduceAttempts()),
                        conf.getMaxReduceTaskFailuresPercent());
        this.exitTimeout =
                Duration.ofMillis(
                        conf.getLong(
                                MRJobConfig.TASK_EXIT_TIMEOUT,
                                MRJobConfig.TASK_EXIT_TIMEOUT_DEFAULT));
    }

    @Override
    public String name() {
        return environment.id().toString();
    }

    @Override
    public int mapTasks() {
        return environment.splits().size();
    }

    @Override
    public int reduceTasks() {
        return reduceTasks;
    }

    @Override
    public KeyOrder newKeyOrder() {
        return attempts.newKeyOrder();
    }

    @Override
    public MapAttempt newMapAttempt(AttemptId id, AttemptGuard guard) throws Exception {
        return attempts.newMapAttempt(guard, tracker.statusOf(id));
    }

    @Override
    public ReduceAttempt newReduceAttempt(AttemptId id, AttemptGuard guard) throws Exception {
        return attempts.newReduceAttempt(guard, tracker.statusOf(id));
    }

    @Override
    public <T> T perform(AttemptId attempt, Callable<T> work) throws Exception {
        AttemptStatus status = tracker.statusOf(attempt);
        AttemptPrints prints = logs == null ? null : logs.printsOf(status.id());
        return attempts.perform(attempt, status, prints, work);
    }

    @Override
    public Runnable carry(Runnable work) {
        return attempts.carry(work);
    }

    @Override
    public void ended(AttemptId attempt, boolean stopped) {
        attempts.ended(attempt, stopped);
    }

    @Override
    public @Nullable RemoteAttempts remoteAttempts(AttemptId attempt) {
        return remote == null ? null : remote.attempts();
    }

    @Override
    public @Nullable Workers workers() {
        return remote == null ? null : remote.workers();
    }

    @Override
    public PartialReducer partialReducer() {
        return new PartialReduceRounds(
                environment, attempts, (partition, counts) -> tracker.partiallyReduced(counts));
    }

    @Override
    public RetryPolicy retryPolicy(TaskKind kind) {
        return kind == TaskKind.MAP ? mapRetries : reduceRetries;
    }

    @Override
    public int priority() {
        return state.priority().number();
    }

    @Override
    public boolean attemptsMeet() {
        return attempts.meet();
    }

    @Override
    public JobListener listener() {
        return tracker;
    }

    @Override
    public List<Path> spillDirectories() {
        return spillDirectories;
    }

    @Override
    public byte @Nullable [] spillKey() {
        return SpillKey.of(environment.conf().getCredentials());
    }

    @Override
    public SpillTerms spillTerms() {
        return HadoopOrder.spills(environment.conf());
    }

    @Override
    public HadoopTerms hadoopTerms() {
        return HadoopOrder.terms(environment.conf());
    }

    @Override
    public Duration exitTimeout() {
        return exitTimeout;
    }
}
