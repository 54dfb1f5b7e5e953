package io.millrace.hadoop.job;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies counter limits. Hadoop keeps them once per process, so those of the first job are in
 * force.
 */
final class CounterLimits {

    private static final Logger LOG = LoggerFactory.getLogger(CounterLimits.class);

    private CounterLimits() {}

    /**
     * Applies a job's limits if none are in force yet, and otherwise logs those that have no
     * effect.
     */
    static void apply(Configuration conf) {
        Limits.init(conf);
        compare(
                conf,
                MRJobConfig.COUNTERS_MAX_KEY,
                MRJobConfig.COUNTERS_MAX_DEFAULT,
                Limits.getCountersMax());
        compare(
                conf,
                MRJobConfig.COUNTER_GROUPS_MAX_KEY,
                MRJobConfig.COUNTER_GROUPS_MAX_DEFAULT,
                Limits.getGroupsMax());
        compare(
                conf,
                MRJobConfig.COUNTER_NAME_MAX_KEY,
                MRJobConfig.COUNTER_NAME_MAX_DEFAULT,
                Limits.getCounterNameMax());
        compare(
                conf,
                MRJobConfig.COUNTER_GROUP_NAME_MAX_KEY,
                MRJobConfig.COUNTER_GROUP_NAME_MAX_DEFAULT,
                Limits.getGroupNameMax());
    }

    private static void compare(Configuration conf, String key, int defaultValue, int inForce) {
        int wanted = conf.getInt(key, defaultValue);
        if (wanted != inForce) {
            LOG.warn(
                    "The first job set {} to {} for the whole process; this job's value"
                            + " {} has no effect",
                    key,
                    inForce,
                    wanted);
        }
    }
}
