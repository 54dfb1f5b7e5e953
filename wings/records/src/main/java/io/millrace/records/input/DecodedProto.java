package io.millrace.records.input;

import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.ProtoSettings;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoScan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads messages of Protocol Buffers as records with typed columns: from files with the length of
 * each message before it, which are one split each, or from the values of SequenceFiles. The key of
 * a message is its offset in the file, or in the content of a compressed file. All messages of a
 * split are one object, which the next message changes.
 */
public final class DecodedProto extends FileInputFormat<LongWritable, ProtoRecord> {

    /**
     * Sets this input format and the type of the messages.
     *
     * @param descriptor a file that {@code protoc --include_imports --descriptor_set_out} writes
     * @param message the full name of the type
     */
    public static void setMessage(Job job, String descriptor, String message) {
        job.setInputFormatClass(DecodedProto.class);
        ProtoSettings.set(job.getConfiguration(), descriptor, message);
    }

    /** Sets the columns that the job requests. */
    public static void setColumns(Job job, String... names) {
        BinarySettings.setColumns(job.getConfiguration(), names);
    }

    /** Sets the predicate that messages must match; others do not reach the mapper. */
    public static void setWhere(Job job, RangePredicate where) {
        JobPredicate.set(job.getConfiguration(), where);
    }

    /**
     * Also reads the descriptor, the names of the columns and the predicate, so that mistakes fail
     * the submission.
     */
    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        ProtoScan.check(job.getConfiguration());
        return super.getSplits(job);
    }

    @Override
    protected boolean isSplitable(JobContext job, Path file) {
        return ProtoSettings.isSequence(job.getConfiguration());
    }

    @Override
    public RecordReader<LongWritable, ProtoRecord> createRecordReader(
            InputSplit split, TaskAttemptContext context) {
        return ScanReader.of(ProtoScan::open);
    }
}
