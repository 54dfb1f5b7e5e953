package io.millrace.collective.gang;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Records that do not fit into memory or cannot be cached: each iteration reads the input again.
 */
record ReadAgain(InputSplit split) implements SplitRecords {

    @Override
    @SuppressWarnings("unchecked") // the records of the job's format
    public RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context)
            throws Exception {
        RecordReader<Object, Object> reader =
                (RecordReader<Object, Object>)
                        LoopInputFormat.own(conf).createRecordReader(split, context);
        reader.initialize(split, context);
        return reader;
    }

    @Override
    public void close() {}
}
