package io.millrace.formats.order;

import io.millrace.engine.config.BadSettingException;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.config.SortBy;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/** Which jobs may sort by fingerprints: those that group by keys and do not need their order. */
public final class FingerprintJobs {

    /** Keys that are equal exactly if their bytes are: no floating point, for instance. */
    static final List<Class<?>> KEYS =
            List.of(
                    Text.class,
                    BytesWritable.class,
                    IntWritable.class,
                    LongWritable.class,
                    ShortWritable.class,
                    MD5Hash.class);

    /** Settings that name partitioners and output formats, those of side outputs among them. */
    private static final Pattern CONSUMERS =
            Pattern.compile(
                    ".*(partitioner\\.class|output\\.?format(\\.class)?|namedOutput\\..*\\.format)");

    /** Partitioners and output formats that need the order of keys. */
    private static final Map<String, String> ORDERED =
            Map.of(
                    "org.apache.hadoop.mapreduce.lib.partition.TotalOrderPartitioner",
                    "divides keys into ranges",
                    "org.apache.hadoop.mapreduce.lib.partition.KeyFieldBasedPartitioner",
                    "divides keys by some of their fields, so that reducers may need the order of the others",
                    "org.apache.hadoop.mapreduce.lib.partition.BinaryPartitioner",
                    "divides keys by some of their bytes, so that reducers may need the order of the others",
                    "org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat",
                    "writes files of sorted keys",
                    "org.apache.hadoop.mapred.MapFileOutputFormat",
                    "writes files of sorted keys",
                    "org.apache.hadoop.examples.terasort.TeraOutputFormat",
                    "writes sorted records");

    private FingerprintJobs() {}

    /**
     * Makes a job sort by fingerprints if it has reduce tasks and asks for it ({@link
     * FormatKeys#SORT}): names the comparator in its configuration.
     *
     * @return whether the job sorts by fingerprints
     * @throws BadSettingException saying what needs the order of keys
     */
    public static boolean apply(Configuration conf) {
        if (!asked(conf) || conf.getInt(MRJobConfig.NUM_REDUCES, 1) == 0) {
            return false;
        }
        check(conf);
        conf.set(MRJobConfig.KEY_COMPARATOR, FingerprintComparator.class.getName());
        return true;
    }

    /**
     * Checks that a job does not need the order of its keys.
     *
     * @throws BadSettingException saying what needs it
     */
    static void check(Configuration conf) {
        String obstacle = obstacle(conf);
        if (obstacle != null) {
            throw new BadSettingException(
                    "The job cannot sort by fingerprints: "
                            + obstacle
                            + ". Remove "
                            + (asked(conf) ? FormatKeys.SORT : MRJobConfig.KEY_COMPARATOR)
                            + " from its configuration");
        }
    }

    private static boolean asked(Configuration conf) {
        return FormatKeys.SORT.in(conf::get) == SortBy.FINGERPRINT;
    }

    /** Compares names of classes, because the client need not be able to load those of a job. */
    private static @Nullable String obstacle(Configuration conf) {
        String comparator = conf.getTrimmed(MRJobConfig.KEY_COMPARATOR, "");
        if (!comparator.isEmpty() && !comparator.equals(FingerprintComparator.class.getName())) {
            return comparator + " (" + MRJobConfig.KEY_COMPARATOR + ") sorts keys in its own order";
        }
        String keys =
                conf.getTrimmed(
                        MRJobConfig.MAP_OUTPUT_KEY_CLASS,
                        conf.getTrimmed(
                                MRJobConfig.OUTPUT_KEY_CLASS, LongWritable.class.getName()));
        if (KEYS.stream().noneMatch(known -> known.getName().equals(keys))) {
            return "keys of " + keys + " may be equal although their bytes differ";
        }
        for (String grouping :
                List.of(
                        MRJobConfig.GROUP_COMPARATOR_CLASS,
                        MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS)) {
            if (conf.get(grouping) != null) {
                return grouping + " groups keys that are next to each other in another order";
            }
        }
        return consumer(conf);
    }

    private static @Nullable String consumer(Configuration conf) {
        for (Map.Entry<String, String> each : conf) {
            if (CONSUMERS.matcher(each.getKey()).matches()) {
                String name = each.getValue().trim();
                String need = need(conf, name);
                if (need != null) {
                    return name + " (" + each.getKey() + ") " + need;
                }
            }
        }
        return null;
    }

    private static @Nullable String need(Configuration conf, String name) {
        String need = ORDERED.get(name);
        Class<?> type = conf.getClassByNameOrNull(name);
        while (need == null && type != null) {
            need = ORDERED.get(type.getName());
            type = type.getSuperclass();
        }
        return need;
    }
}
