package io.millrace.hadoop.order;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.record.KeyOrder;
import io.millrace.hadoop.config.TaskKeys;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;

/** Makes the order of a job's map output keys. */
public final class KeyOrders {

    private KeyOrders() {}

    /**
     * The order that the job's sort comparator defines, for one thread of use.
     *
     * @param fastPaths whether known comparators may be replaced by faster ones of the same result
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static KeyOrder of(JobConf conf, boolean fastPaths) {
        RawComparator<?> comparator = Comparators.sort(conf);
        KeyOrder known = fastPaths ? KnownOrder.of(conf.getMapOutputKeyClass(), comparator) : null;
        return known != null ? known : new RawOrder(comparator);
    }

    /** How keys are compared, for people. Makes an order, by the calling thread's classes. */
    public static Choice<String> choice(JobConf conf, boolean fastPaths) {
        String name = "key.order";
        if (conf.getNumReduceTasks() == 0) {
            return new Choice<>(name, "none", "the job has no reduce tasks");
        }
        String comparator = Comparators.sort(conf).getClass().getName();
        if (of(conf, fastPaths).prefixed()) {
            return new Choice<>(
                    name,
                    "by prefix",
                    "eight bytes of a key nearly always say what " + comparator + " would");
        }
        return new Choice<>(
                name,
                "by comparator",
                fastPaths
                        ? comparator + " is not one that is known, and is called"
                        : TaskKeys.FAST_PATHS + " is false");
    }

    /**
     * The same order, for comparators that change statics: instances with the same lock compare one
     * at a time. Known orders change nothing, and stay as they are.
     */
    public static KeyOrder exclusive(KeyOrder order, Object lock) {
        return order instanceof RawOrder raw ? new ExclusiveOrder(raw, lock) : order;
    }

    /** The comparator that groups what {@code reduce} is called with, for one thread of use. */
    public static RawComparator<?> grouping(JobConf conf, boolean fastPaths) {
        return faster(conf, Comparators.grouping(conf), fastPaths);
    }

    /** The comparator that groups what the combiner is called with, for one thread of use. */
    public static RawComparator<?> combinerGrouping(JobConf conf, boolean fastPaths) {
        return faster(conf, Comparators.combinerGrouping(conf), fastPaths);
    }

    /** Whether a comparator is one of Hadoop's whose results are known. */
    public static boolean isKnown(RawComparator<?> comparator) {
        return comparator instanceof OrderComparator;
    }

    private static RawComparator<?> faster(
            JobConf conf, RawComparator<?> comparator, boolean fastPaths) {
        KeyOrder known = fastPaths ? KnownOrder.of(conf.getMapOutputKeyClass(), comparator) : null;
        return known == null ? comparator : new OrderComparator<>(known, comparator);
    }
}
