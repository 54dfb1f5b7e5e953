package io.millrace.cluster.order;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/** Which jobs may sort by fingerprints: those that group by keys and do not need their order. */
final class FingerprintJobs {

    /** Keys that are equal exactly if their bytes are: no floating point, for instance. */
    static final List<Class<?>> KEYS =
            List.of(
                    Text.class,
                    BytesWritable.class,
                    IntWritable.class,
                    LongWritable.class,
                    ShortWritable.class,
                    MD5Hash.class);

    /** Keys of the configuration, and classes that need the order of keys if they are set there. */
    private static final List<Ordered> ORDERED =
            List.of(
                    new Ordered(
                            MRJobConfig.PARTITIONER_CLASS_ATTR,
                            "org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner"),
                    new Ordered(
                            "mapred.partitioner.class",
                            "org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner"),
                    new Ordered(
                            MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
                            "org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat"),
                    new Ordered(
                            "mapred.output.format.class",
                            "org.apache.hadoop.mapred.MapFileOutputFormat"));

    private record Ordered(String key, String type) {}

    private FingerprintJobs() {}

    /**
     * Checks that a job does not need the order of its keys.
     *
     * @throws IllegalArgumentException saying what needs it
     */
    static void check(Configuration conf) {
        String obstacle = obstacle(conf);
        if (obstacle != null) {
            throw new IllegalArgumentException(
                    "The job cannot sort by fingerprints: "
                            + obstacle
                            + ". Remove "
                            + MRJobConfig.KEY_COMPARATOR
                            + " from its configuration");
        }
    }

    private static @Nullable String obstacle(Configuration conf) {
        Class<?> keys = new JobConf(conf).getMapOutputKeyClass();
        if (!KEYS.contains(keys)) {
            return "keys of " + keys.getName() + " may be equal although their bytes differ";
        }
        for (String grouping :
                List.of(
                        MRJobConfig.GROUP_COMPARATOR_CLASS,
                        MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS)) {
            if (conf.get(grouping) != null) {
                return grouping + " groups keys that are next to each other in another order";
            }
        }
        for (Ordered each : ORDERED) {
            Class<?> set = conf.getClass(each.key(), Object.class);
            if (isA(set, each.type())) {
                return set.getName() + " (" + each.key() + ") needs keys in their own order";
            }
        }
        return null;
    }

    private static boolean isA(Class<?> type, String name) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }
}
