package io.millrace.cluster.gang;

import io.millrace.hadoop.job.JobCommitter;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Sets up, commits and aborts the output of the job that a gang runs. The application master calls
 * it, so it also cleans up behind a gang that was killed. The tasks of the gang commit nothing: the
 * job's own tasks do, in the workers.
 */
final class GangCommitter extends OutputCommitter {

    private final JobCommitter committer;
    private final GangTerms terms;

    private GangCommitter(JobCommitter committer, GangTerms terms) {
        this.committer = committer;
        this.terms = terms;
    }

    static GangCommitter of(JobConf gang, JobID id) throws IOException {
        return new GangCommitter(committer(GangConf.jobOf(gang), id), GangTerms.of(gang, id));
    }

    /** The committer of the job. */
    static JobCommitter committer(JobConf job, JobID id) throws IOException {
        try {
            return JobCommitter.of(job, id);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the output committer of " + id + " cannot be created", e);
        }
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
        committer.setUp();
    }

    /**
     * Commits what the tasks of the last driver have committed. Throws if the job has failed, which
     * fails the gang for the same reason.
     */
    @Override
    public void commitJob(JobContext context) throws IOException {
        GangOutcome outcome = GangOutcome.last(terms);
        if (outcome == null) {
            throw new IOException("no driver of the gang has ended its job");
        }
        if (!outcome.failure().isEmpty()) {
            throw new JobFailedException(outcome.failure());
        }
        committer(GangConf.jobOf(terms.gang(), outcome.driver()), terms.id()).commit();
    }

    @Override
    public void abortJob(JobContext context, State state) {
        committer.abortOrLeave(state);
    }

    @Override
    public void setupTask(TaskAttemptContext context) {}

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) {
        return false;
    }

    @Override
    public void commitTask(TaskAttemptContext context) {}

    @Override
    public void abortTask(TaskAttemptContext context) {}
}
