package io.millrace.records.old;

import io.millrace.records.database.TableStaging;
import java.io.IOException;
import org.apache.hadoop.mapred.JobContext;
import org.apache.hadoop.mapred.OutputCommitter;
import org.apache.hadoop.mapred.TaskAttemptContext;

/** Commits rows: of an attempt for its task, and of all tasks for the job. */
public final class TableCommitter extends OutputCommitter {

    private static TableStaging of(JobContext job) throws IOException {
        return new TableStaging(job.getJobConf(), job.getJobID());
    }

    private static TableStaging of(TaskAttemptContext context) throws IOException {
        return new TableStaging(context.getJobConf(), context.getJobID());
    }

    @Override
    public void setupJob(JobContext job) throws IOException {
        of(job).setUpJob();
    }

    @Override
    public void commitJob(JobContext job) throws IOException {
        of(job).commitJob();
    }

    @Override
    public void abortJob(JobContext job, int state) throws IOException {
        of(job).abortJob();
    }

    @Override
    public void setupTask(TaskAttemptContext context) {}

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
        return of(context).needsCommit(context.getTaskAttemptID());
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
        of(context).commitTask(context.getTaskAttemptID());
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
        of(context).abortTask(context.getTaskAttemptID());
    }
}
