package io.millrace.cluster.gang;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.orders.WorkerCalls;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.client.MillraceClient;
import io.millrace.hadoop.config.JobRefusedException;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.job.JobCommitter;
import io.millrace.workers.pool.ExchangeChoices;
import io.millrace.workers.pool.WorkerSources;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The process of the job that a gang runs, in the map task of the first worker. It waits for all
 * workers, and then runs the job as one of this machine, except that the tasks run in the workers
 * of the gang, and that the application master commits the output.
 *
 * <p>Used by the map task's thread, while one of its own waits for the workers.
 */
final class GangDriver implements AutoCloseable {

    private static final String FRAMEWORK = "millrace";

    /** The directory of the container in which the job is submitted. */
    private static final Path SUBMITTED = Path.of("gang-job").toAbsolutePath();

    private final GangTerms terms;
    private final int attempt;
    private final ClientProtocol client;
    private final JobConf job;

    /** Used by the task's thread only. */
    private final GangCounters counters = new GangCounters();

    /** Used by the task's thread only. */
    private final FailureNotes notes;

    private @Nullable WorkerCalls calls;

    /** Null until all workers have called, or had the time to. */
    private volatile @Nullable EarlyCalls called;

    /** The job's last status; null before it was submitted. */
    private volatile @Nullable JobStatus status;

    /** Null before the first task of the job. */
    private volatile @Nullable GangWorkers workers;

    private volatile @Nullable Exception failure;

    /** Null before the job has ended. */
    private volatile @Nullable GangOutcome outcome;

    private GangDriver(GangTerms terms, int attempt, JobConf job) {
        this.terms = terms;
        this.attempt = attempt;
        this.job = job;
        this.client = MillraceClient.open(job);
        this.notes = new FailureNotes(terms.directory(), terms.gang());
    }

    /**
     * Begins to wait for the workers, unless the job has ended under an earlier driver, which was
     * lost after that.
     *
     * @param attempt of the driver's task
     */
    static GangDriver start(GangTerms terms, int attempt) throws IOException {
        GangDriver driver = new GangDriver(terms, attempt, jobConf(terms, attempt));
        GangOutcome earlier = GangOutcome.last(terms);
        if (earlier != null) {
            driver.end(earlier);
            return driver;
        }
        driver.calls =
                WorkerCalls.listen(
                        terms.id().toString(), terms.identity(), terms.ports(), terms.driver());
        Threads.create("millrace-gang-driver", driver::submit).start();
        return driver;
    }

    /** The job as it is submitted here. */
    private static JobConf jobConf(GangTerms terms, int attempt) {
        JobConf job = GangConf.jobOf(terms.gang(), attempt);
        int threads = terms.workers() * terms.slots();
        job.set(MRConfig.FRAMEWORK_NAME, FRAMEWORK);
        job.setInt(TaskKeys.WORKERS.name(), terms.workers());
        job.setInt(EngineKeys.MAP_THREADS.name(), threads);
        job.setInt(EngineKeys.REDUCE_THREADS.name(), threads);
        job.setBoolean(JobCommitter.ELSEWHERE, true);
        job.unset(MRJobConfig.MR_JOB_END_NOTIFICATION_URL);
        if (!KeyOrigin.chosen(job, TaskKeys.ISOLATION.name())) {
            // The task's own class path has the job's classes, which only loaders of ours rewrite.
            job.set(TaskKeys.ISOLATION.name(), "slot");
        }
        new Container(terms.gang()).describeIn(job);
        return job;
    }

    private void submit() {
        try {
            WorkerCalls listening = Objects.requireNonNull(calls);
            EarlyCalls early =
                    new EarlyCalls(listening.awaitAll(terms.workers(), terms.patience()));
            called = early;
            if (!early.missing().isEmpty()) {
                refuse(early.missing());
                return;
            }
            List<InetAddress> machines = early.machines();
            ExchangeChoices.place(job, (int) machines.stream().distinct().count(), early.network());
            WorkerSources.of(MillraceProcess.current())
                    .put(
                            terms.id(),
                            (spec, count, site, logs) -> {
                                GangWorkers made =
                                        new GangWorkers(
                                                terms, attempt, spec, listening, early, machines);
                                workers = made;
                                return made;
                            });
            setUpOutput();
            status =
                    client.submitJob(
                            terms.id(), write().toUri().toString(), terms.gang().getCredentials());
        } catch (JobRefusedException e) {
            endQuietly(String.valueOf(e.getMessage()));
        } catch (Exception e) { // thrown again on the task's thread
            failure = e;
        }
    }

    /** As each application master does; that of the gang has done it for its first driver. */
    private void setUpOutput() throws IOException {
        JobConf own = GangConf.jobOf(terms.gang(), attempt);
        String id = MRJobConfig.APPLICATION_ATTEMPT_ID;
        if (own.getInt(id, 0) != terms.gang().getInt(id, 0)) {
            GangCommitter.committer(own, terms.id()).setUp();
        }
    }

    private void endQuietly(String reason) {
        try {
            end(reason);
        } catch (IOException | InterruptedException e) {
            failure = e;
        }
    }

    /** Fails the job, because some of its workers have containers and do not call. */
    private void refuse(List<Integer> missing) throws IOException, InterruptedException {
        end(
                "the gang of %s needs %d workers at once, but %d did not call within %d s: %s; the logs of these map tasks say why"
                        .formatted(
                                terms.id(),
                                terms.workers(),
                                missing.size(),
                                terms.patience().toSeconds(),
                                missing));
    }

    /**
     * Ends the gang: workers that have no orders, or call from now on, get none.
     *
     * @param failure why the job failed; empty if it did not
     */
    private void end(String failure) throws IOException, InterruptedException {
        Counters last = status == null ? new Counters() : client.getJobCounters(terms.id());
        GangOutcome made = new GangOutcome(attempt, failure, last);
        made.write(terms);
        end(made);
    }

    private void end(GangOutcome known) throws IOException {
        WorkerCalls.end(terms.driver());
        if (called != null) {
            called.close();
        }
        outcome = known;
    }

    /** Writes the job's configuration and splits into a directory of this container. */
    private Path write() throws IOException {
        Files.createDirectories(SUBMITTED);
        org.apache.hadoop.fs.Path local = new org.apache.hadoop.fs.Path(SUBMITTED.toUri());
        Configuration conf = terms.gang();
        FileSystem files = terms.directory().getFileSystem(conf);
        for (org.apache.hadoop.fs.Path each :
                List.of(
                        JobSubmissionFiles.getJobSplitFile(terms.directory()),
                        JobSubmissionFiles.getJobSplitMetaFile(terms.directory()))) {
            files.copyToLocalFile(
                    false, each, new org.apache.hadoop.fs.Path(local, each.getName()), true);
        }
        Path file = SUBMITTED.resolve(JobSubmissionFiles.getJobConfPath(local).getName());
        try (OutputStream out = Files.newOutputStream(file)) {
            job.writeXml(out);
        }
        return SUBMITTED;
    }

    /**
     * Whether the job has ended, well or not.
     *
     * @throws IOException if it could not be run
     */
    boolean hasEnded() throws IOException, InterruptedException {
        Exception failed = failure;
        if (failed instanceof IOException known) {
            throw known;
        } else if (failed != null) {
            throw new IOException("the gang's job could not be submitted: " + failed, failed);
        }
        if (status == null || outcome != null) {
            return outcome != null;
        }
        JobStatus now = client.getJobStatus(terms.id());
        status = now;
        notes.take(attempt, client, terms.id());
        if (now.isJobComplete()) {
            end(now.getState() == State.SUCCEEDED ? "" : now.getFailureInfo());
        }
        return outcome != null;
    }

    /** Copies progress and counters of the job to the task, and its progress to the workers. */
    void tell(TaskInputOutputContext<?, ?, ?, ?> task) throws IOException, InterruptedException {
        GangOutcome known = outcome;
        if (known != null) {
            counters.copy(known.counters(), task);
            return;
        }
        JobStatus now = status;
        if (now == null) {
            task.setStatus("waits for its workers");
            return;
        }
        task.setStatus(
                String.format(
                        Locale.ROOT,
                        "map %.0f%% reduce %.0f%%",
                        100 * now.getMapProgress(),
                        100 * now.getReduceProgress()));
        counters.copy(client.getJobCounters(terms.id()), task);
        GangWorkers told = workers;
        if (told != null) {
            told.tell(progress());
        }
    }

    /** How much of the job is done, from 0 to 1. */
    float progress() {
        JobStatus now = status;
        if (now == null) {
            return 0;
        }
        return job.getNumReduceTasks() == 0
                ? now.getMapProgress()
                : (now.getMapProgress() + now.getReduceProgress()) / 2;
    }

    @Override
    public void close() {
        if (calls != null) {
            calls.close();
        }
    }
}
