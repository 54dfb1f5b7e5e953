package io.millrace.records.old;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.JobSchema;
import io.millrace.records.config.JobSchemas;
import io.millrace.records.config.LineSettings;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.scan.LineScan;
import io.millrace.records.schema.Schema;
import io.millrace.records.text.DelimitedRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobConfigurable;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.jspecify.annotations.Nullable;

/** {@link io.millrace.records.input.DecodedText} for Hadoop's old API. Used by one thread. */
public final class DecodedText extends FileInputFormat<LongWritable, DelimitedRecord>
        implements JobConfigurable {

    private @Nullable JobSchemas schemas;
    private Configuration conf = new Configuration(false);

    /** Sets this input format and its schema. */
    public static void setSchema(JobConf job, Schema schema) {
        job.setInputFormat(DecodedText.class);
        JobSchema.set(job, schema);
    }

    @Override
    public void configure(JobConf job) {
        conf = job;
    }

    /**
     * Sets the schema of one input of a job with several, for {@code MultipleInputs}. It holds for
     * the files of the input and those below it; others have the schema of the job.
     *
     * @param input a file or a directory, not a pattern
     */
    public static void setSchema(JobConf job, Path input, Schema schema) throws IOException {
        JobSchemas.set(job, input, schema);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(JobConf job, RangePredicate where) {
        JobPredicate.set(job, where);
    }

    /** Also reads the schema and the predicate, so that mistakes fail the submission. */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        schemas = JobSchemas.of(job);
        for (Schema schema : schemas.all()) {
            JobPredicate.of(job, schema);
        }
        try {
            return super.getSplits(job, count);
        } catch (UncheckedIOException e) {
            throw e.getCause(); // of isSplitable
        }
    }

    @Override
    protected boolean isSplitable(FileSystem files, Path file) {
        try {
            if (schemas == null) {
                schemas = JobSchemas.of(conf);
            }
            return LineSettings.isSplittable(conf, file, schemas.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RecordReader<LongWritable, DelimitedRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        return ScanReader.open(LineScan::open, split, job, reporter);
    }
}
