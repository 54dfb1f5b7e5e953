package io.millrace.formats.order;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.registry.OrderEntry;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Creates the order of a job's map output keys: comparators from the classes of a configuration, or
 * the orders of {@link KnownOrders} that replace them.
 */
public final class KeyOrders {

    private KeyOrders() {}

    /**
     * The order that the job's sort comparator defines, for use by one thread.
     *
     * @param alive called for each comparison of a comparator that is not known
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static KeyOrder of(JobConf conf, KnownOrders known, Runnable alive) {
        RawComparator<?> comparator = Comparators.sort(conf);
        KeyOrder quick = quick(conf, comparator, known.sort());
        return quick != null ? quick : new RawOrder(comparator, alive);
    }

    /** The same without notification of comparisons. */
    public static KeyOrder of(JobConf conf, KnownOrders known) {
        return of(conf, known, () -> {});
    }

    /**
     * Checks that the job's map output keys have an order.
     *
     * @throws ClassCastException if they have none, as in Hadoop
     */
    public static void check(JobConf conf) {
        Comparators.sort(conf);
    }

    /**
     * The same order, for comparators that change statics: instances with the same lock compare one
     * at a time. Returns known orders unchanged, because they have no statics.
     */
    public static KeyOrder exclusive(KeyOrder order, Object lock) {
        return order instanceof RawOrder raw ? new ExclusiveOrder(raw, lock) : order;
    }

    /** The comparator that groups the values for {@code reduce}, for use by one thread. */
    public static RawComparator<?> grouping(JobConf conf, KnownOrders known) {
        return faster(conf, Comparators.grouping(conf), known.grouping());
    }

    /** The comparator that groups the values for the combiner, for use by one thread. */
    public static RawComparator<?> combinerGrouping(JobConf conf, KnownOrders known) {
        return faster(conf, Comparators.combinerGrouping(conf), known.combinerGrouping());
    }

    /** Whether a comparator is one of Hadoop's whose results are known. */
    public static boolean isKnown(RawComparator<?> comparator) {
        return comparator instanceof OrderComparator;
    }

    /**
     * The order that both sorts and groups the job's records, so that key prefixes distinguish
     * groups; null if only the comparator can.
     */
    public static @Nullable KeyOrder ofGroups(
            JobConf conf, RawComparator<?> grouping, KnownOrders known) {
        KeyOrder sorting = quick(conf, Comparators.sort(conf), known.sort());
        return grouping instanceof OrderComparator<?> quick && quick.order() == sorting
                ? sorting
                : null;
    }

    private static RawComparator<?> faster(
            JobConf conf, RawComparator<?> comparator, @Nullable OrderEntry known) {
        KeyOrder quick = quick(conf, comparator, known);
        return quick == null ? comparator : new OrderComparator<>(quick, comparator);
    }

    /** The known order, if the classes, and not only their names, are those of the decision. */
    private static @Nullable KeyOrder quick(
            JobConf conf, RawComparator<?> comparator, @Nullable OrderEntry known) {
        return known != null && known.fits(conf.getMapOutputKeyClass(), comparator.getClass())
                ? known.order()
                : null;
    }
}
