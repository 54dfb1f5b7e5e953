package io.millrace.hadoop.job;

import io.millrace.engine.job.Engine;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.scope.UserScope;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.watch.JobPlan;
import io.millrace.hadoop.watch.PlannedJob;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;

/**
 * A job that is planned but not run: follows {@link JobLifecycle} up to the plan, but sets up no
 * output.
 */
final class JobPreview implements PlannedJob {

    private final JobRequest request;
    private final JobServices services;

    JobPreview(JobRequest request, JobServices services) {
        this.request = request;
        this.services = services;
    }

    @Override
    public JobID id() {
        return request.id();
    }

    @Override
    public Configuration conf() {
        return request.conf();
    }

    @Override
    public JobPlan plan() throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            return request.user().doAs((PrivilegedExceptionAction<JobPlan>) this::planAsUser);
        } catch (InterruptedException e) {
            thread.interrupt();
            throw new InterruptedIOException(id() + " was interrupted during planning");
        } catch (IOException | RuntimeException | LinkageError e) {
            Throwable failure = FailureLine.unwrapped(e);
            throw new IOException("Job preparation failed: " + FailureLine.of(failure), failure);
        } finally {
            thread.setContextClassLoader(before); // the job's site sets another one
            request.directory().delete();
        }
    }

    private JobPlan planAsUser() throws Exception {
        CounterLimits.apply(request.conf());
        IgnoredKeys.tell(request.conf());
        try (JobSite site = JobSite.make(request, services)) {
            JobEnvironment job = site.environment();
            UserScope scope = new UserScope(job.user(), job.conf(), job.classes());
            JobCommitter committer =
                    scope.call(() -> {
                        TaskAttempts.check(job.conf());
                        return JobCommitter.of(job.conf(), job.id());
                    });
            EngineHolder holder = services.engines().at(request.depth());
            Engine engine = holder.take(HadoopKeys.settings(job.conf()));
            try {
                return new JobPlanning(job, services.remote())
                        .plan(
                                new TaskAttempts(job, engine.memory(), holder.inputs()),
                                engine,
                                committer);
            } finally {
                holder.release();
            }
        }
    }
}
