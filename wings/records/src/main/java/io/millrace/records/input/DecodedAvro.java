package io.millrace.records.input;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import io.millrace.records.avro.ReaderSchema;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.predicate.RangePredicate;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads Avro container files as records with typed columns. The key of a record is the offset of
 * its block in the file. Splits contain the records that they contain for Avro's own input formats.
 * All records of a split are one object, which the next record changes.
 */
public final class DecodedAvro extends FileInputFormat<LongWritable, AvroRecord> {

    /** Sets this input format and the columns that the job requests. */
    public static void setColumns(Job job, String... names) {
        job.setInputFormatClass(DecodedAvro.class);
        BinarySettings.setColumns(job.getConfiguration(), names);
    }

    /**
     * Sets the schema that the job expects: columns have its names and types in all files, and
     * fields that a file does not have are those of its defaults.
     */
    public static void setReaderSchema(Job job, Schema schema) {
        ReaderSchema.set(job.getConfiguration(), schema);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(Job job, RangePredicate where) {
        JobPredicate.set(job.getConfiguration(), where);
    }

    /**
     * Also reads the schema, the names of the columns and the predicate, so that mistakes fail the
     * submission.
     */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        AvroScan.check(job.getConfiguration());
        return super.getSplits(job);
    }

    @Override
    public RecordReader<LongWritable, AvroRecord> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return ScanReader.of(AvroScan::open);
    }
}
