package io.millrace.hadoop.job;

import io.millrace.engine.job.Engine;
import io.millrace.engine.job.JobExecution;
import io.millrace.engine.job.JobFailedException;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.config.FileNameEncoding;
import io.millrace.hadoop.config.HadoopKeys;
import io.millrace.hadoop.counters.GarbageCollectionTime;
import io.millrace.hadoop.logs.TaskLogs;
import io.millrace.hadoop.remote.RemoteJob;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.TaskAttempts;
import io.millrace.hadoop.tracking.AttemptTracker;
import io.millrace.hadoop.watch.JobPlan;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.Counters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes one job from its submission files to its end: prepares, sets up the output, runs the tasks,
 * commits or aborts, cleans up. Runs on one thread, as the job's user. Used once.
 */
final class JobLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

    private final JobRequest request;
    private final JobServices services;
    private final JobState state;
    private final AttemptTracker tracker;
    private final KillSwitch kill;
    private final GarbageCollectionTime collections = new GarbageCollectionTime();
    private Counters counters = new Counters();
    private String step = "Job preparation";
    private final ObservedJob observed;
    private final JobFailures failures;

    JobLifecycle(
            JobRequest request,
            JobServices services,
            JobState state,
            AttemptTracker tracker,
            KillSwitch kill) {
        this.request = request;
        this.services = services;
        this.state = state;
        this.tracker = tracker;
        this.kill = kill;
        this.observed = new ObservedJob(request, tracker);
        this.failures = new JobFailures(request.id());
    }

    /** Runs the job to its end. Whatever goes wrong is the job's failure; never throws. */
    JobEnd run() {
        services.engines().started(request.user(), request.depth());
        try {
            return request.user().doAs((PrivilegedExceptionAction<JobEnd>) this::runObserved);
        } catch (Throwable e) { // the last edge: a job must end, or its clients wait for ever
            return failures.ofDefect(Thrown.sound(e));
        } finally {
            services.engines().ended(request.user());
            closeFileSystems();
            request.directory().delete();
        }
    }

    /** The job's counters, which do not change after {@link #run}. */
    Counters counters() {
        return counters;
    }

    private JobEnd runObserved() {
        JobEnd end = runAsUser();
        observed.end(end, counters);
        services.observers().ended(observed);
        return end;
    }

    private JobEnd runAsUser() {
        JobSite site = null;
        JobSteps steps = null;
        JobCommitter committer = null;
        try {
            CounterLimits.apply(request.conf());
            IgnoredKeys.tell(request.conf());
            if (!FileNameEncoding.isUtf8()) {
                LOG.warn(FileNameEncoding.warning());
            }
            site = kill.interruptibly(() -> JobSite.make(request, services));
            JobEnvironment environment = site.environment();
            steps = new JobSteps(environment, request.depth() > 0, kill);
            steps.run(
                    "check",
                    () -> {
                        TaskAttempts.check(environment.conf());
                        return true;
                    });
            step = "Job setup";
            state.running();
            committer =
                    steps.run("setup", () -> JobCommitter.of(environment.conf(), environment.id()));
            setUp(steps, committer);
            step = "Job";
            execute(site, steps, committer);
            counters = sum();
            step = "Job commit";
            commit(steps, committer);
            return JobEnd.SUCCESS;
        } catch (Throwable t) { // the edge of user code
            Thread.interrupted();
            JobEnd end = endOf(Thrown.sound(t));
            if (steps != null && committer != null) {
                abort(steps, committer, end);
            }
            counters = sumOfFailed();
            return end;
        } finally {
            state.running();
            state.cleanedUp();
            if (steps != null) {
                steps.close();
            }
            if (site != null) {
                site.close();
            }
        }
    }

    private void setUp(JobSteps steps, JobCommitter committer) throws Exception {
        steps.run(
                "setup",
                () -> {
                    committer.setUp();
                    return true;
                });
        state.setUp();
    }

    private void commit(JobSteps steps, JobCommitter committer) throws Exception {
        steps.run(
                "commit",
                () -> {
                    committer.commit();
                    return true;
                });
        kill.close();
        request.committed().run();
    }

    private void abort(JobSteps steps, JobCommitter committer, JobEnd end) {
        try {
            steps.undo("abort", () -> committer.abort(end.state()));
        } catch (Throwable e) { // the edge of user code; the job has failed already
            LOG.warn(
                    "{}: its output directory could not be cleaned up",
                    request.id(),
                    Thrown.sound(e));
        }
    }

    private void execute(JobSite site, JobSteps steps, JobCommitter committer) throws Exception {
        JobEnvironment environment = site.environment();
        int reduces = environment.conf().getNumReduceTasks();
        tracker.layOut(environment.splits().size(), reduces);
        EngineHolder holder = services.engines().at(request.depth());
        Engine engine = holder.take(HadoopKeys.settings(environment.conf()));
        try {
            TaskAttempts attempts = new TaskAttempts(environment, engine.memory(), holder.inputs());
            JobPlanning planning = new JobPlanning(environment, services.remote());
            boolean elsewhere = planning.elsewhere();
            JobPlan plan = steps.run("planning", () -> planning.plan(attempts, engine, committer));
            LOG.debug("Plan of {}:\n{}", environment.id(), plan);
            state.schedulingInfo(environment.classes().sharing().schedulingInfo());
            if (!plan.advice().isEmpty()) {
                LOG.info("{}: {}", request.id(), plan.advice());
            }
            kill.check();
            try (RemoteJob remote =
                    elsewhere ? remote(site, attempts, engine, plan.engine()) : null) {
                EngineJob job =
                        new EngineJob(
                                environment,
                                attempts,
                                tracker,
                                state,
                                site.spillDirectories(),
                                remote,
                                elsewhere
                                        ? null
                                        : TaskLogs.wanted(environment.conf(), environment.id()));
                execute(engine, engine.start(job, plan.engine()), attempts, plan);
            }
        } finally {
            holder.release();
        }
    }

    private RemoteJob remote(JobSite site, TaskAttempts attempts, Engine engine, Plan plan)
            throws IOException {
        int threads =
                Math.max(plan.value(EngineKeys.MAP_THREADS), plan.value(EngineKeys.REDUCE_THREADS));
        return services.remote().open(site, attempts, threads, engine.memory(), tracker::statusOf);
    }

    private void execute(Engine engine, JobExecution execution, TaskAttempts attempts, JobPlan plan)
            throws Exception {
        kill.executing(execution);
        observed.executing(engine, execution, plan);
        services.observers().started(observed);
        StuckAttempts watch =
                StuckAttempts.watch(request.conf(), execution, tracker, attempts, services.watch());
        try {
            execution.await();
        } finally {
            watch.stop();
            kill.executed();
            state.memoryPeak(engine.memoryPeakBytes());
        }
    }

    private JobEnd endOf(Throwable failure) {
        String killed = kill.why();
        kill.close();
        if (killed != null) {
            LOG.info("{} was killed: {}", request.id(), killed);
            return JobEnd.killed(killed);
        }
        return failure instanceof JobFailedException tasks
                ? failures.ofTasks(tasks, tracker.failure())
                : failures.ofStep(step, failure);
    }

    private Counters sum() {
        Counters sum = tracker.sum();
        if (tracker.tasks() > 0) {
            collections.addAll(sum);
        }
        return sum;
    }

    private Counters sumOfFailed() {
        try {
            return sum();
        } catch (RuntimeException e) {
            LOG.warn(
                    "{}: the counters of the failed job could not be totalled: {}",
                    request.id(),
                    e.toString());
            return new Counters();
        }
    }

    private void closeFileSystems() {
        try {
            FileSystem.closeAllForUGI(request.user());
        } catch (Throwable e) { // the job may bring its own file systems; it must end
            LOG.warn(
                    "{}: file systems of the job could not be closed: {}",
                    request.id(),
                    Thrown.text(e));
        }
    }
}
