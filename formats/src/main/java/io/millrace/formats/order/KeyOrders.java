package io.millrace.formats.order;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.registry.OrderEntry;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Makes the order of a job's map output keys: comparators by the classes of a configuration, and
 * the orders that {@link KnownOrders} has in their place.
 */
public final class KeyOrders {

    private KeyOrders() {}

    /**
     * The order that the job's sort comparator defines, for one thread of use.
     *
     * @param alive told of each comparison of one that is not known
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static KeyOrder of(JobConf conf, KnownOrders known, Runnable alive) {
        RawComparator<?> comparator = Comparators.sort(conf);
        KeyOrder quick = quick(conf, comparator, known.sort());
        return quick != null ? quick : new RawOrder(comparator, alive);
    }

    /** The same where nobody waits to hear of comparisons. */
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
     * at a time. Known orders change nothing, and stay as they are.
     */
    public static KeyOrder exclusive(KeyOrder order, Object lock) {
        return order instanceof RawOrder raw ? new ExclusiveOrder(raw, lock) : order;
    }

    /** The comparator that groups what {@code reduce} is called with, for one thread of use. */
    public static RawComparator<?> grouping(JobConf conf, KnownOrders known) {
        return faster(conf, Comparators.grouping(conf), known.grouping());
    }

    /** The comparator that groups what the combiner is called with, for one thread of use. */
    public static RawComparator<?> combinerGrouping(JobConf conf, KnownOrders known) {
        return faster(conf, Comparators.combinerGrouping(conf), known.combinerGrouping());
    }

    /** Whether a comparator is one of Hadoop's whose results are known. */
    public static boolean isKnown(RawComparator<?> comparator) {
        return comparator instanceof OrderComparator;
    }

    /**
     * The order by which the job's records are grouped and sorted alike, so that their prefixes
     * tell groups apart; null where only the comparator can.
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

    /**
     * The known order, if the classes are those that it was decided for and not only their names.
     */
    private static @Nullable KeyOrder quick(
            JobConf conf, RawComparator<?> comparator, @Nullable OrderEntry known) {
        return known != null && known.fits(conf.getMapOutputKeyClass(), comparator.getClass())
                ? known.order()
                : null;
    }
}
