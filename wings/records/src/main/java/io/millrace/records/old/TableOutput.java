package io.millrace.records.old;

import io.millrace.records.config.TableKeys;
import io.millrace.records.database.StagingWriter;
import io.millrace.records.database.TableStaging;
import io.millrace.records.table.TableException;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputFormat;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * {@link io.millrace.records.output.TableOutput} for Hadoop's old API. There, the job also names
 * its committer, {@link TableCommitter}, which {@link #setTable} does.
 */
public final class TableOutput implements OutputFormat<Object, TableRecord> {

    /**
     * Sets this output format, its committer, and the table that it writes.
     *
     * @param columns those of the records, in this order; none for all
     */
    public static void setTable(JobConf job, String url, String table, String... columns) {
        job.setOutputFormat(TableOutput.class);
        job.setOutputCommitter(TableCommitter.class);
        job.set(TableKeys.OUTPUT + TableKeys.URL, url);
        job.set(TableKeys.OUTPUT + TableKeys.TABLE, table);
        job.setStrings(TableKeys.OUTPUT + TableKeys.COLUMNS, columns);
    }

    /** Also connects, so that mistakes fail the submission. */
    @Override
    @SuppressWarnings("NullAway") // Hadoop passes null
    public void checkOutputSpecs(@Nullable FileSystem ignored, JobConf job) throws IOException {
        if (!(job.getOutputCommitter() instanceof TableCommitter)) {
            throw new TableException(
                    "The job writes a table, but its committer is %s. Set %s to %s, or call setTable of the format."
                            .formatted(
                                    job.getOutputCommitter().getClass().getName(),
                                    "mapred.output.committer.class",
                                    TableCommitter.class.getName()),
                    null);
        }
        TableStaging.check(job);
    }

    @Override
    public RecordWriter<Object, TableRecord> getRecordWriter(
            @Nullable FileSystem ignored, JobConf job, String name, Progressable progress)
            throws IOException {
        TaskAttemptID attempt = TaskAttemptID.forName(job.get(MRJobConfig.TASK_ATTEMPT_ID));
        StagingWriter writer = new TableStaging(job, attempt.getJobID()).writer(attempt);
        return new RecordWriter<>() {
            @Override
            public void write(Object key, TableRecord value) throws IOException {
                writer.write(value);
            }

            @Override
            public void close(Reporter reporter) throws IOException {
                writer.close();
            }
        };
    }
}
