package io.millrace.collective.gang;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Records that memory has no room for, or that cannot be kept: the input is read again. */
record ReadAgain(InputSplit split) implements SplitRecords {

    @Override
    @SuppressWarnings("unchecked") // whatever the job's format reads
    public RecordReader<Object, Object> open(Configuration conf, TaskAttemptContext context)
            throws Exception {
        RecordReader<Object, Object> reader =
                (RecordReader<Object, Object>)
                        GangInputFormat.own(conf).createRecordReader(split, context);
        reader.initialize(split, context);
        return reader;
    }

    @Override
    public void close() {}
}
