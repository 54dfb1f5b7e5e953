package io.millrace.collective.gang;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The records of one split, which each iteration reads. Used by the worker's thread. */
interface SplitRecords extends AutoCloseable {

    InputSplit split();

    /** An initialized reader at the first record. */
    RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context)
            throws Exception;

    /** Releases the memory of the records. */
    @Override
    void close();
}
