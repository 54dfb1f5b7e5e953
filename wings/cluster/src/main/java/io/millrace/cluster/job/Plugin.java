package io.millrace.cluster.job;

import io.millrace.cluster.MillraceCollector;
import io.millrace.cluster.MillraceShuffle;
import io.millrace.cluster.task.HadoopMembers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** A plug-in of a job's tasks: the key that names it, and what speaks for and against it. */
public enum Plugin {

    /** Collects, sorts and combines map output. Hadoop tries a list of classes in turn. */
    COLLECTOR(
            "map side",
            HadoopMembers.MAP_SIDE,
            MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
            MillraceCollector.class.getName(),
            "org.apache.hadoop.mapred.MapTask$MapOutputBuffer") {
        @Override
        public String value(Configuration conf) {
            List<String> classes = new ArrayList<>(present(conf));
            classes.remove(type());
            classes.add(0, type());
            return String.join(",", classes);
        }
    },

    /** Merges the input of reduce tasks. Hadoop has one class for it. */
    SHUFFLE(
            "reduce side",
            HadoopMembers.REDUCE_SIDE,
            MRConfig.SHUFFLE_CONSUMER_PLUGIN,
            MillraceShuffle.class.getName(),
            "org.apache.hadoop.mapreduce.task.reduce.Shuffle") {
        @Override
        public String value(Configuration conf) {
            return type();
        }
    };

    private final String side;
    private final HadoopMembers members;
    private final String key;
    private final String type;
    private final String stock;

    Plugin(String side, HadoopMembers members, String key, String type, String stock) {
        this.side = side;
        this.members = members;
        this.key = key;
        this.type = type;
        this.stock = stock;
    }

    /** The tasks that it works in, for people. */
    public String side() {
        return side;
    }

    /** The key of Hadoop's that names it. */
    public String key() {
        return key;
    }

    /** The name of its class. */
    public String type() {
        return type;
    }

    /** The value of {@link #key} with which a job uses it, before what the job uses without it. */
    public abstract String value(Configuration conf);

    List<String> present(Configuration conf) {
        return Arrays.asList(conf.getTrimmedStrings(key, stock));
    }

    /** Why a job with this configuration cannot use it; empty if it can. */
    public Optional<String> hindrance(Configuration conf) {
        if (conf.getFinalParameters().contains(key)) {
            return Optional.of("the site's configuration declares " + key + " final");
        }
        List<String> others = new ArrayList<>(present(conf));
        others.removeAll(List.of(type, stock));
        if (!others.isEmpty()) {
            return Optional.of(key + " names " + String.join(", ", others));
        }
        if (conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_CLASSLOADER, false)
                && Arrays.stream(
                                conf.getTrimmedStrings(
                                        MRJobConfig.MAPREDUCE_JOB_CLASSLOADER_SYSTEM_CLASSES))
                        .anyMatch(type::startsWith)) {
            return Optional.of(
                    MRJobConfig.MAPREDUCE_JOB_CLASSLOADER_SYSTEM_CLASSES
                            + " declares classes of Millrace as system classes");
        }
        if (conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME)
                .equals(MRConfig.LOCAL_FRAMEWORK_NAME)) {
            return Optional.of(MRConfig.FRAMEWORK_NAME + " is local");
        }
        return members.missing();
    }
}
