package io.millrace.records.output;

import io.millrace.records.config.JobSchema;
import io.millrace.records.paged.PagedFileWriter;
import io.millrace.records.paged.PagedSettings;
import io.millrace.records.schema.Schema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Writes paged files. Keys are not written. A value is a line as a {@link
 * org.apache.hadoop.io.Text}, or a {@link io.millrace.records.text.DelimitedRecord}.
 */
public final class PagedOutput extends FileOutputFormat<Object, Object> {

    /** Sets this output format and the schema of its records. */
    public static void setSchema(Job job, Schema schema) {
        job.setOutputFormatClass(PagedOutput.class);
        JobSchema.set(job.getConfiguration(), schema);
    }

    /** Also reads the settings, and tries the codec, so that mistakes fail the submission. */
    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        super.checkOutputSpecs(job);
        PagedSettings.options(job.getConfiguration()).codec().check(job.getConfiguration());
    }

    @Override
    public RecordWriter<Object, Object> getRecordWriter(TaskAttemptContext context)
            throws IOException {
        Configuration conf = context.getConfiguration();
        Path file = getDefaultWorkFile(context, PagedFileWriter.EXTENSION);
        PagedFileWriter writer =
                new PagedFileWriter(
                        file.getFileSystem(conf).create(file, false),
                        PagedSettings.options(conf),
                        conf);
        return new RecordWriter<>() {
            @Override
            public void write(Object key, Object value) throws IOException {
                writer.write(value);
            }

            @Override
            public void close(TaskAttemptContext ended) throws IOException {
                writer.close();
            }
        };
    }
}
