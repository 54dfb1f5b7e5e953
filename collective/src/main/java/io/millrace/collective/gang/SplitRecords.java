package io.millrace.collective.gang;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The records of one split, to be read in each iteration. Used by the worker's thread. */
interface SplitRecords extends AutoCloseable {

    InputSplit split();

    /** Reads them from the first one; initialized. */
    RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context)
            throws Exception;

    /** Gives back the memory that they take. */
    @Override
    void close();
}
