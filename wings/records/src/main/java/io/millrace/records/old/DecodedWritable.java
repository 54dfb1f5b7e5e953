package io.millrace.records.old;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.WritableSettings;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.writable.WritableRecord;
import io.millrace.records.writable.WritableScan;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.SequenceFileInputFormat;

/** {@link io.millrace.records.input.DecodedWritable} for Hadoop's old API. Used by one thread. */
public final class DecodedWritable extends SequenceFileInputFormat<LongWritable, WritableRecord> {

    /**
     * Sets this input format and the fields that the class of the values writes, in its order.
     *
     * @param fields each a name and a {@linkplain io.millrace.records.writable.WritableForm form},
     *     such as {@code "url text"}
     */
    public static void setValueFields(JobConf job, String... fields) {
        job.setInputFormat(DecodedWritable.class);
        WritableSettings.setValue(job, fields);
    }

    /** Sets the fields that the class of the keys writes. Otherwise, keys are skipped. */
    public static void setKeyFields(JobConf job, String... fields) {
        WritableSettings.setKey(job, fields);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(JobConf job, RangePredicate where) {
        JobPredicate.set(job, where);
    }

    /** Also reads the fields and the predicate, so that mistakes fail the submission. */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        WritableScan.check(job);
        return super.getSplits(job, count);
    }

    @Override
    public RecordReader<LongWritable, WritableRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        return ScanReader.open(WritableScan::open, split, job, reporter);
    }
}
