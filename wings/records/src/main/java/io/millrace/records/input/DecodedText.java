package io.millrace.records.input;

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
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Reads delimited text as records with typed fields. Keys, splits and compressed files are those of
 * Hadoop's {@code TextInputFormat}. All records of a split are one object, which the next record
 * changes. Used by one thread at a time, as with any input format.
 */
public final class DecodedText extends FileInputFormat<LongWritable, DelimitedRecord> {

    private @Nullable JobSchemas schemas;

    /** Sets this input format and its schema. */
    public static void setSchema(Job job, Schema schema) {
        job.setInputFormatClass(DecodedText.class);
        JobSchema.set(job.getConfiguration(), schema);
    }

    /**
     * Sets the schema of one input of a job with several, for {@code MultipleInputs}. It holds for
     * the files of the input and those below it; others have the schema of the job.
     *
     * @param input a file or a directory, not a pattern
     */
    public static void setSchema(Job job, Path input, Schema schema) throws IOException {
        JobSchemas.set(job.getConfiguration(), input, schema);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(Job job, RangePredicate where) {
        JobPredicate.set(job.getConfiguration(), where);
    }

    /** Also reads the schema and the predicate, so that mistakes fail the submission. */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        schemas = JobSchemas.of(job.getConfiguration());
        for (Schema schema : schemas.all()) {
            JobPredicate.of(job.getConfiguration(), schema);
        }
        try {
            return super.getSplits(job);
        } catch (UncheckedIOException e) {
            throw e.getCause(); // of isSplitable
        }
    }

    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        try {
            if (schemas == null) {
                schemas = JobSchemas.of(job.getConfiguration());
            }
            return LineSettings.isSplittable(job.getConfiguration(), file, schemas.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public RecordReader<LongWritable, DelimitedRecord> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return ScanReader.of(LineScan::open);
    }
}
