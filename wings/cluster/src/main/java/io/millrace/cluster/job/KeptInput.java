package io.millrace.cluster.job;

import io.millrace.cluster.config.ClusterKeys;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The share of the heap in which map outputs may stay while the reducer runs. Hadoop's default is
 * none: each output is written to disk and read again, because the reducer may need the whole heap.
 * Few reducers do. So the first attempt of a reduce task keeps what it has fetched, up to half of
 * the heap, and later attempts keep nothing: a reducer that needs more costs one attempt.
 */
final class KeptInput {

    /** More than is in memory when the last output arrives, with Hadoop's other defaults. */
    private static final String SHARE = "0.5";

    private static final String DEFAULTS = "mapred-default.xml";
    private static final String KEY = MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT;
    private static final int DEFAULT_ATTEMPTS = 4;

    private KeptInput() {}

    /**
     * Raises the share, unless the job or the site has set it, a failed attempt is not repeated, or
     * tasks may run in the application master.
     *
     * @return whether this call raised it
     */
    static boolean raise(Configuration conf) {
        if (!isDefault(conf)
                || conf.getFinalParameters().contains(KEY)
                || conf.getBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false)
                || conf.getInt(MRJobConfig.REDUCE_MAX_ATTEMPTS, DEFAULT_ATTEMPTS) < 2) {
            return false;
        }
        conf.set(KEY, SHARE);
        conf.setBoolean(ClusterKeys.RETRY_ON_DISK.name(), true);
        return true;
    }

    private static boolean isDefault(Configuration conf) {
        String[] sources = conf.getPropertySources(KEY);
        return sources == null || Arrays.stream(sources).allMatch(DEFAULTS::equals);
    }
}
