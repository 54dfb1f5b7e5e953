package io.millrace.collective.data;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;

/** Creates the partitioner that a step's configuration names. */
public final class Partitioners {

    private Partitioners() {}

    @SuppressWarnings("unchecked") // it accepts the output of the step's mappers
    public static Partitioner<Writable, Writable> of(Configuration conf) {
        return (Partitioner<Writable, Writable>)
                ReflectionUtils.newInstance(
                        conf.getClass(
                                MRJobConfig.PARTITIONER_CLASS_ATTR,
                                HashPartitioner.class,
                                Partitioner.class),
                        conf);
    }
}
