package io.millrace.records.output;

import io.millrace.records.database.TableStaging;
import java.io.IOException;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Commits rows: of an attempt for its task, and of all tasks for the job. */
final class TableCommitter extends OutputCommitter {

    private final TableStaging staging;

    TableCommitter(TableStaging staging) {
        this.staging = staging;
    }

    @Override
    public void setupJob(JobContext job) throws IOException {
        staging.setUpJob();
    }

    @Override
    public void commitJob(JobContext job) throws IOException {
        staging.commitJob();
    }

    @Override
    public void abortJob(JobContext job, State state) throws IOException {
        staging.abortJob();
    }

    @Override
    public void setupTask(TaskAttemptContext context) {}

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
        return staging.needsCommit(context.getTaskAttemptID());
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
        staging.commitTask(context.getTaskAttemptID());
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
        staging.abortTask(context.getTaskAttemptID());
    }
}
