package io.millrace.workers.fork.child;

import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.ties.SpillTerms;
import io.millrace.hadoop.plan.HadoopOrder;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.jspecify.annotations.Nullable;

/** The job as the engine of a forked JVM sees it. Thread-safe. */
public record ForkedJob(JobEnvironment environment, TaskAttempts attempts) implements JobRecords {

    @Override
    public String name() {
        return environment.id().toString();
    }

    @Override
    public int reduceTasks() {
        return environment.conf().getNumReduceTasks();
    }

    @Override
    public KeyOrder newKeyOrder() {
        return attempts.newKeyOrder();
    }

    @Override
    public Runnable carry(Runnable work) {
        return attempts.carry(work);
    }

    @Override
    public SpillTerms spillTerms() {
        return HadoopOrder.spills(environment.conf());
    }

    @Override
    public byte @Nullable [] spillKey() {
        return TokenCache.getEncryptedSpillKey(environment.conf().getCredentials());
    }
}
