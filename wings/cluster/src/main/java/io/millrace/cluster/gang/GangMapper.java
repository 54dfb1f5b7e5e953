package io.millrace.cluster.gang;

import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** The mapper of a gang: reads until the worker has ended, and writes nothing. */
public final class GangMapper
        extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {

    @Override
    protected void map(NullWritable key, NullWritable value, Context context) {}
}
