package io.millrace.records.output;

import io.millrace.records.config.TableKeys;
import io.millrace.records.database.StagingWriter;
import io.millrace.records.database.TableStaging;
import io.millrace.records.table.TableRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Writes rows to a table of PostgreSQL or DuckDB. Keys are not written. The rows of all tasks
 * become visible at once, when the job commits, and each once, however often tasks were retried.
 */
public final class TableOutput extends OutputFormat<Object, TableRecord> {

    /**
     * Sets this output format and the table that it writes.
     *
     * @param columns those of the records, in this order; none for all
     */
    public static void setTable(Job job, String url, String table, String... columns) {
        job.setOutputFormatClass(TableOutput.class);
        Configuration conf = job.getConfiguration();
        conf.set(TableKeys.OUTPUT + TableKeys.URL, url);
        conf.set(TableKeys.OUTPUT + TableKeys.TABLE, table);
        conf.setStrings(TableKeys.OUTPUT + TableKeys.COLUMNS, columns);
    }

    /** Also connects, so that mistakes fail the submission. */
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        TableStaging.check(job.getConfiguration());
    }

    @Override
    public RecordWriter<Object, TableRecord> getRecordWriter(TaskAttemptContext context)
            throws IOException {
        StagingWriter writer =
                new TableStaging(context.getConfiguration(), context.getJobID())
                        .writer(context.getTaskAttemptID());
        return new RecordWriter<>() {
            @Override
            public void write(Object key, TableRecord value) throws IOException {
                writer.write(value);
            }

            @Override
            public void close(TaskAttemptContext ended) throws IOException {
                writer.close();
            }
        };
    }

    @Override
    public OutputCommitter getOutputCommitter(TaskAttemptContext context) throws IOException {
        return new TableCommitter(new TableStaging(context.getConfiguration(), context.getJobID()));
    }
}
