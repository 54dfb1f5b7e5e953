package io.millrace.formats.order;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.registry.JobFormats;
import io.millrace.formats.registry.OrderEntry;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/**
 * The faster orders that replace a job's known comparators with the same result; null if the
 * comparator is called. Decided once for a job. Immutable.
 *
 * @param sort replaces the comparator that sorts
 * @param grouping replaces the comparator that groups the values for {@code reduce}
 * @param combinerGrouping replaces the comparator that groups the values for the combiner
 */
public record KnownOrders(
        @Nullable OrderEntry sort,
        @Nullable OrderEntry grouping,
        @Nullable OrderEntry combinerGrouping) {

    /** All comparators are called. */
    public static final KnownOrders NONE = new KnownOrders(null, null, null);

    /**
     * Decides for a job that sorts its map output. Creates the comparator that sorts.
     *
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static KnownOrders of(JobConf conf, JobFormats formats) {
        if (!formats.rewrites().contains(Rewrite.KEY_ORDER)) {
            return NONE;
        }
        OrderEntry sort =
                formats.registry()
                        .order(conf.getMapOutputKeyClass(), Comparators.sort(conf).getClass());
        return new KnownOrders(
                sort,
                named(conf, MRJobConfig.GROUP_COMPARATOR_CLASS, formats, sort),
                named(conf, MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS, formats, sort));
    }

    /** A comparator for groups is only looked up here; the tasks that group create it. */
    private static @Nullable OrderEntry named(
            JobConf conf, String key, JobFormats formats, @Nullable OrderEntry otherwise) {
        String name = conf.getTrimmed(key, "");
        if (name.isEmpty()) {
            return otherwise;
        }
        try {
            return formats.registry()
                    .order(
                            conf.getMapOutputKeyClass(),
                            Class.forName(name, false, conf.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // the tasks report the error
        }
    }

    /** The choice of how to compare keys. Creates the comparator that sorts if it is called. */
    public Choice<String> choice(JobConf conf, JobFormats formats) {
        String name = "key.order";
        if (conf.getNumReduceTasks() == 0) {
            return new Choice<>(name, "none", "the job has no reduce tasks");
        }
        if (sort != null && sort.comparator() == FingerprintComparator.class) {
            return new Choice<>(
                    name,
                    "by fingerprint",
                    "eight bytes of a key's hash nearly always decide, and the job only groups by"
                            + " its keys ("
                            + FormatKeys.SORT
                            + ")");
        }
        if (sort != null) {
            return new Choice<>(
                    name,
                    "by prefix",
                    "eight bytes of a key nearly always give the result of "
                            + sort.comparator().getName());
        }
        String obstacle = formats.rewrites().obstacle(Rewrite.KEY_ORDER);
        return new Choice<>(
                name,
                "by comparator",
                obstacle.isEmpty()
                        ? Comparators.sort(conf).getClass().getName()
                                + " is not known, and is called"
                        : obstacle);
    }
}
