package io.millrace.hadoop.order;

import io.millrace.engine.record.KeyOrder;
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

    private static RawComparator<?> faster(
            JobConf conf, RawComparator<?> comparator, boolean fastPaths) {
        KeyOrder known = fastPaths ? KnownOrder.of(conf.getMapOutputKeyClass(), comparator) : null;
        return known == null ? comparator : new OrderComparator<>(known, comparator);
    }
}
