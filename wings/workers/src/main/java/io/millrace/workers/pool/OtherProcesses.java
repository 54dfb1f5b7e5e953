package io.millrace.workers.pool;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.task.AttemptId;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.config.ProcessLayout;
import io.millrace.hadoop.remote.RemoteExecution;
import io.millrace.hadoop.remote.RemoteExecutionProvider;
import io.millrace.hadoop.remote.RemoteJob;
import io.millrace.hadoop.remote.RemotePlan;
import io.millrace.hadoop.remote.RemoteSite;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.workers.fork.ForkedAttempts;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** Runs tasks in workers if the job asks for several, and otherwise in forked JVMs. */
final class OtherProcesses implements RemoteExecution {

    private final WorkerSources sources;

    private OtherProcesses(WorkerSources sources) {
        this.sources = sources;
    }

    /** Found by the class path. */
    public static final class Provider implements RemoteExecutionProvider {
        @Override
        public RemoteExecution of(MillraceProcess process) {
            return new OtherProcesses(WorkerSources.of(process));
        }
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public RemotePlan plan(JobEnvironment job, JobShape shape) {
        ProcessLayout processes = job.processes();
        if (!processes.several()) {
            return new RemotePlan(shape, ForkedAttempts.choice(job), List.of());
        }
        ExchangeChoices exchange =
                ExchangeChoices.of(job, processes.workers(), job.conf().getCompressMapOutput());
        return new RemotePlan(
                exchange.shape(shape, job.conf()),
                job.classes().sharing().choice(),
                exchange.all());
    }

    @Override
    public RemoteJob open(
            RemoteSite site,
            TaskAttempts attempts,
            int threads,
            MemoryBudget memory,
            Function<AttemptId, AttemptStatus> statuses)
            throws IOException {
        return site.environment().processes().several()
                ? WorkerAttempts.of(site, attempts, threads, memory, sources, statuses)
                : ForkedAttempts.of(site, attempts, threads, statuses);
    }
}
