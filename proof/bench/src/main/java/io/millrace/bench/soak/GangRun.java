package io.millrace.bench.soak;

import io.millrace.bench.contender.Servers;
import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.bench.frame.Scratch;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** One run of a job in a gang, in which one thing happens. Used by one thread. */
final class GangRun {

    /** A job that takes longer hangs. */
    private static final long BOUND_SECONDS = 240;

    private static final long POLL_MILLIS = 100;
    private static final double NANOS = 1e9;
    private static final String STAGING = "/tmp/hadoop-yarn/staging/*/.staging/job_*";

    private final GangJob job;
    private final ResultsDirectory results;
    private final JobProcesses processes;
    private final HadoopCluster cluster;

    GangRun(GangJob job, ResultsDirectory results) {
        this.job = job;
        this.results = results;
        this.processes = new JobProcesses(job.directory().toString());
        this.cluster = job.cluster();
    }

    /** Runs the job without any event; returns the seconds in which workers run. */
    double calm(Reference reference)
            throws IOException, InterruptedException, MeasurementException {
        Process client = job.start(processes);
        awaitTask(client);
        long first = System.nanoTime();
        while (client.isAlive() && !cluster.tasks("_m_").isEmpty()) {
            Thread.sleep(POLL_MILLIS);
        }
        double seconds = (System.nanoTime() - first) / NANOS;
        end(client, reference);
        return seconds;
    }

    /**
     * Runs the job with an event.
     *
     * @param seconds in which its workers run, if nothing happens
     */
    Finding run(Plan plan, Reference reference, double seconds)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        String hit = "nothing";
        String fault = null;
        try {
            Process client = job.start(processes);
            awaitTask(client);
            double after = plan.moment() * seconds;
            client.waitFor((long) (after * NANOS), TimeUnit.NANOSECONDS);
            hit = strike(plan, client) + String.format(Locale.ROOT, " after %.1f s", after);
            end(client, reference);
        } catch (MeasurementException e) {
            fault = e.getMessage();
            keepLogs(plan);
        } finally {
            processes.all().forEach(ProcessHandle::destroyForcibly);
        }
        String end = fault == null ? "the same result" : "";
        return new Finding(plan, hit, end, (System.nanoTime() - start) / NANOS, List.of(), fault);
    }

    private void keepLogs(Plan plan) throws IOException {
        Files.copy(job.log(), results.file("log-" + plan.seed()));
        Files.write(results.file("tasks-" + plan.seed()), cluster.taskLines(""));
    }

    private void awaitTask(Process client) throws InterruptedException {
        while (client.isAlive() && cluster.tasks("_m_").isEmpty()) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private String strike(Plan plan, Process client) throws IOException, InterruptedException {
        if (plan.event() == Event.LINK) {
            int node = plan.victim() % GangStudy.NODES;
            cluster.link(node, false);
            TimeUnit.MILLISECONDS.sleep((long) (plan.pauseSeconds() * 1000));
            cluster.link(node, true);
            return String.format(Locale.ROOT, "node %d for %.1f s", node, plan.pauseSeconds());
        }
        List<ProcessHandle> victims = new ArrayList<>();
        switch (plan.event()) {
            case FIRST_WORKER -> victims.addAll(cluster.tasks("_m_000000_"));
            case OTHER_WORKER -> victims.addAll(cluster.tasks("_m_000001_"));
            case MASTER -> victims.addAll(cluster.masters());
            default -> victims.add(client.toHandle());
        }
        victims.forEach(ProcessHandle::destroyForcibly);
        return victims.size() + " processes";
    }

    /** Waits for the job's end, and compares its result. */
    private void end(Process client, Reference reference)
            throws IOException, InterruptedException, MeasurementException {
        awaitEnd(client);
        Servers.awaitCalm(cluster);
        FileSystem files = cluster.files();
        FileStatus[] staging = files.globStatus(new org.apache.hadoop.fs.Path(STAGING));
        if (staging.length > 0) {
            throw new MeasurementException("files were left: " + List.of(staging));
        }
        Path output = job.directory().resolve("out");
        Scratch.delete(output);
        if (!files.exists(new org.apache.hadoop.fs.Path(job.output(), "_SUCCESS"))) {
            throw new MeasurementException("the job failed:\n" + TimedProcess.end(job.log()));
        }
        files.copyToLocalFile(
                true, job.output(), new org.apache.hadoop.fs.Path(output.toUri()), true);
        reference.requireOutput(output);
        reference.requireCounters(job.log());
    }

    private void awaitEnd(Process client)
            throws IOException, InterruptedException, MeasurementException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (client.isAlive() || runs()) {
            if (System.nanoTime() > deadline) {
                List<ProcessHandle> all = new ArrayList<>(processes.all());
                all.addAll(cluster.tasks(""));
                all.addAll(cluster.masters());
                for (ProcessHandle each : all) {
                    JobProcesses.dump(
                            each,
                            results.file(
                                    "threads-%s-%d"
                                            .formatted(job.directory().getFileName(), each.pid())));
                    each.destroyForcibly();
                }
                throw new MeasurementException(
                        "the job has not ended after %d s; the stacks of its threads are in %s"
                                .formatted(BOUND_SECONDS, results));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Whether the cluster has an application that has not ended. */
    private boolean runs() throws IOException {
        try (YarnClient yarn = YarnClient.createYarnClient()) {
            yarn.init(cluster.clients());
            yarn.start();
            return !yarn.getApplications(
                            EnumSet.of(
                                    YarnApplicationState.NEW,
                                    YarnApplicationState.NEW_SAVING,
                                    YarnApplicationState.SUBMITTED,
                                    YarnApplicationState.ACCEPTED,
                                    YarnApplicationState.RUNNING))
                    .isEmpty();
        } catch (YarnException e) {
            throw new IOException("the cluster does not list its applications", e);
        }
    }
}
