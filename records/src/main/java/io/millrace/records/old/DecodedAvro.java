package io.millrace.records.old;

import io.millrace.records.avro.AvroRecord;
import io.millrace.records.avro.AvroScan;
import io.millrace.records.config.BinarySettings;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
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

    /** Also reads the names of the columns, so that mistakes fail the submission. */
    @Override
    public InputSplit[] getSplits(JobConf job, int count) throws IOException {
        BinarySettings.columns(job);
        return super.getSplits(job, count);
    }

    @Override
    public RecordReader<LongWritable, AvroRecord> getRecordReader(
            InputSplit split, JobConf job, Reporter reporter) throws IOException {
        reporter.setStatus(split.toString());
        FileSplit file = (FileSplit) split;
        return new ScanReader<>(
                AvroScan.open(file.getPath(), file.getStart(), file.getLength(), job),
                file.getLength());
    }
}
