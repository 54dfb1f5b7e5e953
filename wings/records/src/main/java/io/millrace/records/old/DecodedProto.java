package io.millrace.records.old;

import io.millrace.records.config.BinarySettings;
import io.millrace.records.config.JobPredicate;
import io.millrace.records.config.ProtoSettings;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.proto.ProtoRecord;
import io.millrace.records.proto.ProtoScan;
import java.io.IOException;
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

/** {@link io.millrace.records.input.DecodedProto} for Hadoop's old API. Used by one thread. */
public final class DecodedProto extends FileInputFormat<LongWritable, ProtoRecord>
        implements JobConfigurable {

    private Configuration conf = new Configuration(false);

    /**
     * Sets this input format and the type of the messages.
     *
     * @param descriptor a file that {@code protoc --include_imports --descriptor_set_out} writes
     * @param message the full name of the type
     */
    public static void setMessage(JobConf job, String descriptor, String message) {
        job.setInputFormat(DecodedProto.class);
        ProtoSettings.set(job, descriptor, message);
    }

    /** Sets the columns that the job requests. */
    public static void setColumns(JobConf job, String... names) {
        BinarySettings.setColumns(job, names);
    }

    /** Sets the predicate that messages must match; others do not reach the mapper. */
    public static void setWhere(JobConf job, RangePredicate where) {
        JobPredicate.set(job, where);
    }

    @Override
    public void configure(JobConf job) {
        conf = job;
    }

    /**
     * Also reads the descriptor, the names of the columns and the predicate, so that mistakes fail
     * the submission.
     */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        ProtoScan.check(job);
        return super.getSplits(job, count);
    }

    @Override
    protected boolean isSplitable(FileSystem files, Path file) {
        return ProtoSettings.isSequence(conf);
    }

    @Override
    public RecordReader<LongWritable, ProtoRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        return ScanReader.open(ProtoScan::open, split, job, reporter);
    }
}
