package io.millrace.records.old;

import io.millrace.records.config.JobSchema;
import io.millrace.records.paged.PagedFileWriter;
import io.millrace.records.paged.PagedSettings;
import io.millrace.records.schema.Schema;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/** {@link io.millrace.records.output.PagedOutput} for Hadoop's old API. */
public final class PagedOutput extends FileOutputFormat<Object, Object> {

    /** Sets this output format and the schema of its records. */
    public static void setSchema(JobConf job, Schema schema) {
        job.setOutputFormat(PagedOutput.class);
        JobSchema.set(job, schema);
    }

    /** Also reads the settings, and tries the codec, so that mistakes fail the submission. */
    @Override
    @SuppressWarnings("NullAway") // Hadoop passes null
    public void checkOutputSpecs(@Nullable FileSystem ignored, JobConf job) throws IOException {
        super.checkOutputSpecs(ignored, job);
        PagedSettings.options(job).codec().check(job);
    }

    @Override
    public RecordWriter<Object, Object> getRecordWriter(
            @Nullable FileSystem ignored, JobConf job, String name, Progressable progress)
            throws IOException {
        Path file = getTaskOutputPath(job, name + PagedFileWriter.EXTENSION);
        PagedFileWriter writer =
                new PagedFileWriter(
                        file.getFileSystem(job).create(file, progress),
                        PagedSettings.options(job),
                        job);
        return new RecordWriter<>() {
            @Override
            public void write(Object key, Object value) throws IOException {
                writer.write(value);
            }

            @Override
            public void close(Reporter reporter) throws IOException {
                writer.close();
            }
        };
    }
}
