package io.millrace.cluster.gang;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.exchange.tcp.WorkerCalls;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.client.MillraceClient;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.job.JobCommitter;
import io.millrace.hadoop.worker.WorkerSources;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The process of the job that a gang runs, in the map task of the first worker. It waits until all
 * workers are there, and then runs the job as one of this machine, except that the tasks run in the
 * workers of the gang, and that the application master commits the output.
 *
 * <p>Used by the map task's thread, while one of its own waits for the workers.
 */
final class GangDriver implements AutoCloseable {

    private static final String FRAMEWORK = "millrace";

    /** The directory of the container in which the job is submitted. */
    private static final Path SUBMITTED = Path.of("gang-job").toAbsolutePath();

    private final GangTerms terms;
    private final ClientProtocol client;
    private final JobConf job;
    private @Nullable WorkerCalls calls;

    /** The job's last status; null before it was submitted. */
    private volatile @Nullable JobStatus status;

    private volatile @Nullable Exception failure;

    private GangDriver(GangTerms terms, JobConf job) {
        this.terms = terms;
        this.job = job;
        this.client = MillraceClient.open(job);
    }

    /** Begins to wait for the workers. */
    static GangDriver start(GangTerms terms) throws IOException {
        GangDriver driver = new GangDriver(terms, jobConf(terms));
        driver.calls =
                WorkerCalls.listen(
                        terms.id().toString(), terms.secret(), terms.ports(), terms.driver());
        Thread thread = new Thread(driver::submit, "millrace-gang-driver");
        thread.setDaemon(true);
        thread.start();
        return driver;
    }

    /** The job as it is submitted here. */
    private static JobConf jobConf(GangTerms terms) {
        JobConf job = GangConf.jobOf(terms.gang());
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
            List<@Nullable SocketChannel> first =
                    listening.awaitAll(terms.workers(), terms.patience());
            checkAll(first);
            WorkerSources.of(MillraceProcess.current())
                    .put(
                            terms.id(),
                            (spec, workers, site, logs) ->
                                    new GangWorkers(terms, spec, listening, first));
            status =
                    client.submitJob(
                            terms.id(),
                            write().toUri().toString(),
                            terms.gang().getCredentials());
        } catch (Exception e) { // thrown again on the task's thread
            failure = e;
        }
    }

    private void checkAll(List<@Nullable SocketChannel> first) throws IOException {
        List<Integer> missing =
                IntStream.range(0, first.size())
                        .filter(rank -> first.get(rank) == null)
                        .boxed()
                        .toList();
        if (!missing.isEmpty()) {
            throw new GangFailedException(
                    "the gang of %s needs %d workers at once, but %d did not start within %d s: %s; the cluster has no room for them, so lower millrace.gang.workers or millrace.gang.slots, or raise millrace.gang.start.seconds"
                            .formatted(
                                    terms.id(),
                                    terms.workers(),
                                    missing.size(),
                                    terms.patience().toSeconds(),
                                    missing));
        }
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
     * Whether the job has ended well.
     *
     * @throws GangFailedException if it has failed
     */
    boolean hasEnded() throws IOException, InterruptedException {
        Exception failed = failure;
        if (failed instanceof IOException known) {
            throw known;
        } else if (failed != null) {
            throw new IOException("the gang's job could not be submitted: " + failed, failed);
        }
        if (status == null) {
            return false;
        }
        JobStatus now = client.getJobStatus(terms.id());
        status = now;
        if (now.getState() == State.FAILED || now.getState() == State.KILLED) {
            throw new GangFailedException(now.getFailureInfo());
        }
        return now.getState() == State.SUCCEEDED;
    }

    /** Copies progress and counters of the job to the task. */
    void tell(TaskInputOutputContext<?, ?, ?, ?> task) throws IOException, InterruptedException {
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
        GangCounters.copy(client.getJobCounters(terms.id()), task);
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

    /** Ends the job if it still runs, and the wait of workers that call too late. */
    @Override
    public void close() throws IOException {
        WorkerCalls.end(terms.driver());
        if (calls != null) {
            calls.close();
        }
    }
}
