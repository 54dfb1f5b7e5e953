package io.millrace.hadoop.plan;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Ties;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.HadoopTerms.Fetch;
import io.millrace.engine.ties.SpillTerms;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The settings of a job that determine Hadoop's spills and its order of equal keys. Read and
 * rounded as Hadoop's map task and the merger of its reduce task do.
 */
public final class HadoopOrder {

    private static final int SORT_MB_BITS = 0x7ff;
    private static final int MB_SHIFT = 20;
    private static final float SPILL_SHARE = 0.8f;
    private static final int COMBINE_MIN_SPILLS = 3;
    private static final float SINGLE_SHARE = 0.25f;

    private HadoopOrder() {}

    /** Whether a job requests Hadoop's order. */
    public static boolean isAskedFor(JobConf conf) {
        return EngineKeys.SORT_TIES.in(conf::get) == Ties.HADOOP;
    }

    /** The numbers that the order depends on. */
    public static HadoopTerms terms(JobConf conf) {
        int factor = conf.getInt(MRJobConfig.IO_SORT_FACTOR, MRJobConfig.DEFAULT_IO_SORT_FACTOR);
        return new HadoopTerms(factor, fetch(conf, factor));
    }

    /**
     * Where Hadoop's map task would spill. Values that Hadoop rejects are rejected for its order
     * only: otherwise nothing but the number of a combiner's calls depends on them.
     */
    public static SpillTerms spills(JobConf conf) {
        int sortMb = conf.getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB);
        float share = conf.getFloat(MRJobConfig.MAP_SORT_SPILL_PERCENT, SPILL_SHARE);
        int minSpills = conf.getInt(MRJobConfig.MAP_COMBINE_MIN_SPILLS, COMBINE_MIN_SPILLS);
        return isAskedFor(conf)
                ? new SpillTerms(
                        (sortMb & SORT_MB_BITS) == sortMb ? sortMb << MB_SHIFT : 0,
                        share,
                        minSpills)
                : new SpillTerms(
                        Math.max(1, Math.min(sortMb, SORT_MB_BITS)) << MB_SHIFT,
                        share > 0 && share <= 1 ? share : SPILL_SHARE,
                        minSpills);
    }

    private static Fetch fetch(JobConf conf, int factor) {
        long all =
                conf.getLong(
                        MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, Runtime.getRuntime().maxMemory());
        long memory =
                (long)
                        (all
                                * conf.getFloat(
                                        MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT,
                                        MRJobConfig.DEFAULT_SHUFFLE_INPUT_BUFFER_PERCENT));
        float single = conf.getFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, SINGLE_SHARE);
        float merge =
                conf.getFloat(
                        MRJobConfig.SHUFFLE_MERGE_PERCENT,
                        MRJobConfig.DEFAULT_SHUFFLE_MERGE_PERCENT);
        boolean inMemory = conf.getBoolean(MRJobConfig.REDUCE_MEMTOMEM_ENABLED, false);
        return new Fetch(
                Math.min(Integer.MAX_VALUE, (long) (memory * single)),
                (long) (memory * merge),
                inMemory ? conf.getInt(MRJobConfig.REDUCE_MEMTOMEM_THRESHOLD, factor) : 0,
                (long) (memory * conf.getFloat(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT, 0)));
    }
}
