package io.millrace.collective.data;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Decides which map task owns a record of scattered data: the step's partitioner chooses it, as if
 * map tasks were partitions. Used by one thread.
 */
public final class Share {

    /** The key that says whether each map task gets only its share; set in loops that scatter. */
    public static final String SCATTERED = "io.millrace.collective.scattered";

    private final int maps;
    private final Partitioner<Writable, Writable> partitioner;

    /** Shares data among {@code maps} map tasks. */
    public Share(Configuration conf, int maps) {
        this.maps = maps;
        this.partitioner = Partitioners.of(conf);
    }

    /** The map task that owns a key; the partitioner gets null as value. */
    @SuppressWarnings("NullAway") // Hadoop does not declare that it may be null
    public int owner(Writable key) {
        return partitioner.getPartition(key, null, maps);
    }

    /** The share of the map tasks from {@code first} to before {@code end}. */
    public DynamicData of(DynamicData all, int first, int end) {
        List<KeyValue> own =
                all.stream()
                        .filter(record -> {
                            int owner = owner(record.key());
                            return owner >= first && owner < end;
                        })
                        .toList();
        return new DynamicData(own);
    }

    /** The share of the task of a plain job with this configuration. */
    static DynamicData ofTask(Configuration conf, DynamicData all) {
        if (!conf.getBoolean(SCATTERED, false) || !conf.getBoolean(MRJobConfig.TASK_ISMAP, true)) {
            return all;
        }
        int map = conf.getInt(MRJobConfig.TASK_PARTITION, 0);
        return new Share(conf, conf.getInt(MRJobConfig.NUM_MAPS, 1)).of(all, map, map + 1);
    }
}
