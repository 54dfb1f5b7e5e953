package io.millrace.records.input;

import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.WritableSettings;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.writable.WritableRecord;
import io.millrace.records.writable.WritableScan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;

/**
 * Reads SequenceFiles, whose keys and values are Writables, as records with typed columns, without
 * objects of the Writables' classes. The key of a record is its offset in the file. All records of
 * a split are one object, which the next record changes.
 */
public final class DecodedWritable extends SequenceFileInputFormat<LongWritable, WritableRecord> {

    /**
     * Sets this input format and the fields that the class of the values writes, in its order.
     *
     * @param fields each a name and a {@linkplain io.millrace.records.writable.WritableForm form},
     *     such as {@code "url text"}
     */
    public static void setValueFields(Job job, String... fields) {
        job.setInputFormatClass(DecodedWritable.class);
        WritableSettings.setValue(job.getConfiguration(), fields);
    }

    /** Sets the fields that the class of the keys writes. Otherwise, keys are skipped. */
    public static void setKeyFields(Job job, String... fields) {
        WritableSettings.setKey(job.getConfiguration(), fields);
    }

    /** Sets the predicate that records must match; others do not reach the mapper. */
    public static void setWhere(Job job, RangePredicate where) {
        JobPredicate.set(job.getConfiguration(), where);
    }

    /** Also reads the fields and the predicate, so that mistakes fail the submission. */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        WritableScan.check(job.getConfiguration());
        return super.getSplits(job);
    }

    @Override
    public RecordReader<LongWritable, WritableRecord> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return ScanReader.of(WritableScan::open);
    }
}
