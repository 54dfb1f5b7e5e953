package io.millrace.records.old;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import io.millrace.records.avro.ReaderSchema;
import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.predicate.RangePredicate;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;

/** {@link io.millrace.records.input.DecodedAvro} for Hadoop's old API. Used by one thread. */
public final class DecodedAvro extends FileInputFormat<LongWritable, AvroRecord> {

    /** Sets this input format and the columns that the job requests. */
    public static void setColumns(JobConf job, String... names) {
        job.setInputFormat(DecodedAvro.class);
        BinarySettings.setColumns(job, names);
    }

    /**
     * Sets the schema that the job expects: columns have its names and types in all files, and
     * fields that a file does not have are those of its defaults.
     */
    public static void setReaderSchema(JobConf job, Schema schema) {
        ReaderSchema.set(job, schema);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(JobConf job, RangePredicate where) {
        JobPredicate.set(job, where);
    }

    /**
     * Also reads the schema, the names of the columns and the predicate, so that mistakes fail the
     * submission.
     */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        AvroScan.check(job);
        return super.getSplits(job, count);
    }

    @Override
    public RecordReader<LongWritable, AvroRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        return ScanReader.open(AvroScan::open, split, job, reporter);
    }
}
