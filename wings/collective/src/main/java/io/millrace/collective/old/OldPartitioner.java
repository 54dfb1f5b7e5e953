package io.millrace.collective.old;

import java.util.Objects;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * Calls a partitioner of the old API with the task's own configuration. Used by the thread of one
 * task.
 */
public final class OldPartitioner extends Partitioner<Object, Object> implements Configurable {

    /** The key of its class. */
    public static final String CLASS = "io.millrace.collective.old.partitioner";

    private @Nullable Configuration conf;
    private org.apache.hadoop.mapred.@Nullable Partitioner<Object, Object> partitioner;

    @Override
    @SuppressWarnings("unchecked") // a job's classes are known only at run time
    public void setConf(Configuration given) {
        conf = given;
        partitioner =
                (org.apache.hadoop.mapred.Partitioner<Object, Object>)
                        ReflectionUtils.newInstance(given.getClass(CLASS, Object.class), given);
    }

    @Override
    @SuppressWarnings("NullAway") // null before it is set, as with all Hadoop configurables
    public @Nullable Configuration getConf() {
        return conf;
    }

    @Override
    public int getPartition(Object key, Object value, int partitions) {
        return Objects.requireNonNull(partitioner, "the partitioner is not configured")
                .getPartition(key, value, partitions);
    }
}
