package io.millrace.workers.pool;

import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.job.remote.Workers;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.remote.RemoteJob;
import io.millrace.hadoop.remote.RemoteSite;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.SerializedSplit;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.workers.fork.ForkedAttempts;
import io.millrace.workers.fork.ResourceShare;
import io.millrace.workers.fork.wire.JobSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/** The attempts of one job whose tasks run in workers. */
public final class WorkerAttempts implements RemoteJob {

    private final ForkedAttempts<?> attempts;
    private final Workers workers;

    private WorkerAttempts(ForkedAttempts<?> attempts, Workers workers) {
        this.attempts = attempts;
        this.workers = workers;
    }

    /**
     * Prepares to run a job's attempts; starts the workers with the first attempt.
     *
     * @param threads attempts that run at a time, in all workers together
     * @param memory of this process
     * @param sources of this process
     * @param statuses receives the progress and counters of an attempt
     */
    public static WorkerAttempts of(
            RemoteSite site,
            TaskAttempts attempts,
            int threads,
            MemoryBudget memory,
            WorkerSources sources,
            Function<AttemptId, AttemptStatus> statuses)
            throws IOException {
        JobEnvironment environment = site.environment();
        JobConf conf = environment.conf();
        int count = environment.processes().workers();
        int slots = Math.max(1, (threads + count - 1) / count);
        TaskLogs logs = TaskLogs.of(conf, environment.id());
        JobSpec job =
                new JobSpec(
                        environment,
                        site.classPath(),
                        ResourceShare.of(HadoopKeys.settings(conf), count, slots));
        RunIntake noRuns =
                new RunIntake(
                        memory.account(MemoryUse.RECEIVED_RUNS, environment.id().toString()),
                        SlabKind.HEAP,
                        new SpillArea(List.of(), SpillCoding.PLAIN),
                        "a worker");
        WorkerSource source = sources.of(environment.id()).of(job, count, site, logs);
        WorkerPool pool =
                new WorkerPool(
                        source,
                        new HeldOutputs(
                                new PartitionRanges(count, conf.getNumReduceTasks()),
                                environment.splits().size()),
                        slots,
                        Tolerance.of(conf),
                        noRuns,
                        placement(environment.splits(), source.machines(), slots));
        return new WorkerAttempts(new ForkedAttempts<>(attempts, statuses, logs, pool), pool);
    }

    /** Null if all workers have the same data at hand. */
    private static @Nullable SplitPlacement placement(
            List<SerializedSplit> splits, List<InetAddress> machines, int slots) {
        if (machines.stream().distinct().count() < 2) {
            return null;
        }
        return new SplitPlacement(
                LocalSplits.of(splits, machines), machines.size(), slots, System::nanoTime);
    }

    @Override
    public RemoteAttempts attempts() {
        return attempts;
    }

    @Override
    public Workers workers() {
        return workers;
    }

    @Override
    public void close() {
        attempts.close();
    }
}
