package io.millrace.cluster.reduce;

import io.millrace.engine.config.BadSettingException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The memory that Hadoop's keys give to a reduce task's input.
 *
 * @param most bytes for map outputs while they are fetched
 * @param single bytes of the largest map output that is kept in memory
 * @param threshold bytes of map outputs that start a merge to disk
 * @param kept bytes of map outputs that may stay in memory while the reducer runs
 */
record InputMemory(long most, long single, long threshold, long kept) {

    private static final float DEFAULT_SINGLE = 0.25f;

    /**
     * Reads the keys.
     *
     * @throws BadSettingException if a share is not one
     */
    static InputMemory of(JobConf conf) {
        long heap = Runtime.getRuntime().maxMemory();
        long total = conf.getLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, heap);
        float buffer =
                share(
                        conf,
                        MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT,
                        MRJobConfig.DEFAULT_SHUFFLE_INPUT_BUFFER_PERCENT);
        float single = share(conf, MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, DEFAULT_SINGLE);
        float merge =
                share(
                        conf,
                        MRJobConfig.SHUFFLE_MERGE_PERCENT,
                        MRJobConfig.DEFAULT_SHUFFLE_MERGE_PERCENT);
        float kept = share(conf, MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0);
        long most = (long) (total * buffer);
        return new InputMemory(
                most, (long) (most * single), (long) (most * merge), (long) (total * kept));
    }

    private static float share(JobConf conf, String key, float absent) {
        float share = conf.getFloat(key, absent);
        if (share < 0 || share > 1) {
            throw new BadSettingException(key + " is " + share + ", which is not between 0 and 1");
        }
        return share;
    }

    /** The same shares of the memory that an engine has. */
    InputMemory within(long bytes) {
        return bytes >= most
                ? this
                : new InputMemory(
                        bytes,
                        (long) ((double) single / most * bytes),
                        (long) ((double) threshold / most * bytes),
                        Math.min(kept, bytes));
    }
}
