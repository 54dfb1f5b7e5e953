package io.millrace.hadoop.faults;

import io.millrace.hadoop.jobs.FaultyJob;
import io.millrace.hadoop.jobs.OldFaultyJob;
import io.millrace.hadoop.jobs.PlannedFault;
import io.millrace.hadoop.jobs.PlannedFault.Kind;
import io.millrace.hadoop.jobs.PlannedFault.Owner;
import io.millrace.hadoop.jobs.PlannedFault.Place;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.Trial;
import io.millrace.hadoop.testing.Workspace;
import io.millrace.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.jspecify.annotations.Nullable;

/** One job with one planned fault. Close it to let go of what still waits. */
final class FaultTrial implements AutoCloseable {
    private static final Set<Place> WITH_COMBINER =
            EnumSet.of(
                    Place.COMBINER_CONSTRUCTOR,
                    Place.COMBINER_SETUP,
                    Place.COMBINE,
                    Place.COMBINER_CLEANUP);
    private static final Set<Place> WITH_TWO_REDUCERS =
            EnumSet.of(Place.PARTITIONER_SET_CONF, Place.PARTITION);
    private static final int TIMEOUT_MILLIS = 250;
    private static final int EXIT_TIMEOUT_MILLIS = 50;

    private final Trial trial;
    private final Job job;
    private final Place place;
    private final Kind kind;
    private final Path release;

    /** Which of Hadoop's interfaces the job uses. */
    enum Api {
        NEW,
        OLD;

        /** Where its jobs fail once they are submitted. */
        Set<Place> places() {
            Set<Place> places =
                    EnumSet.copyOf(this == NEW ? EnumSet.allOf(Place.class) : OldFaultyJob.PLACES);
            places.removeIf(place -> place.owner() == Owner.CLIENT);
            return places;
        }
    }

    private FaultTrial(Trial trial, Job job, Place place, Kind kind) {
        this.trial = trial;
        this.job = job;
        this.place = place;
        this.kind = kind;
        this.release = Workspace.directory("fault-release").resolve("release");
    }

    static FaultTrial of(Api api, Place place, Kind kind, Path input, EngineSetup setup)
            throws Exception {
        Trial trial = Trial.over(api + "-fault-" + place, input, setup);
        int reduces = WITH_TWO_REDUCERS.contains(place) ? 2 : 1;
        boolean combines = WITH_COMBINER.contains(place);
        Job job =
                api == Api.NEW
                        ? FaultyJob.newJob(trial.jobRun(), reduces, combines)
                        : Job.getInstance(OldFaultyJob.newJob(trial.jobRun(), reduces, combines));
        return new FaultTrial(trial, job, place, kind);
    }

    Configuration conf() {
        return job.getConfiguration();
    }

    Job job() {
        return job;
    }

    /** Runs the job, whose first failure is to be its last. */
    Trial.End fail() throws Exception {
        if (place.owner() == Owner.REDUCE) {
            job.setMaxReduceAttempts(1);
        } else {
            job.setMaxMapAttempts(1);
        }
        return run(false);
    }

    /** What the submission of the job fails with, which must not come to be a job. */
    @Nullable Throwable failToSubmit() {
        PlannedFault.plan(conf(), place, kind, false, release);
        try {
            job.submit();
            return null;
        } catch (Throwable e) { // of every kind
            return e;
        } finally {
            PlannedFault.forget(place);
        }
    }

    /** The jobs that the process knows. */
    List<JobID> jobs() throws Exception {
        Cluster cluster = new Cluster(conf());
        try {
            return Stream.of(cluster.getAllJobStatuses()).map(JobStatus::getJobID).toList();
        } finally {
            cluster.close();
        }
    }

    /** Runs the job, whose fault is in first attempts only. */
    Trial.End failOnce() throws Exception {
        return run(true);
    }

    private Trial.End run(boolean once) throws Exception {
        if (kind.hangs()) {
            conf().setInt("mapreduce.task.timeout", TIMEOUT_MILLIS);
            conf().setInt("mapreduce.task.timeout.check-interval-ms", EXIT_TIMEOUT_MILLIS);
            conf().setInt("mapreduce.task.exit.timeout", EXIT_TIMEOUT_MILLIS);
            conf().setInt(
                            "yarn.app.mapreduce.am.job.committer.cancel-timeout",
                            EXIT_TIMEOUT_MILLIS);
        }
        PlannedFault.plan(conf(), place, kind, once, release);
        try {
            job.submit();
            if (kind.hangs() && place.owner() == Owner.JOB) {
                Await.until(
                        "the job waits at " + place,
                        () -> Files.exists(PlannedFault.begun(release)));
                job.killJob();
            }
            return trial.await(job);
        } finally {
            PlannedFault.forget(place);
        }
    }

    @Override
    public void close() throws Exception {
        Files.createFile(release);
    }
}
