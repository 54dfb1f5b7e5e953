package io.millrace.formats.order;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.record.KeyOrder;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/** Makes the order of a job's map output keys. */
public final class KeyOrders {

    private KeyOrders() {}

    /**
     * The order that the job's sort comparator defines, for one thread of use.
     *
     * @param known whether known comparators may be replaced by faster ones of the same result
     * @param alive told of each comparison of one that is not known
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static KeyOrder of(JobConf conf, boolean known, Runnable alive) {
        RawComparator<?> comparator = Comparators.sort(conf);
        KeyOrder quick = known ? KnownOrder.of(conf.getMapOutputKeyClass(), comparator) : null;
        return quick != null ? quick : new RawOrder(comparator, alive);
    }

    /** The same where nobody waits to hear of comparisons. */
    public static KeyOrder of(JobConf conf, boolean known) {
        return of(conf, known, () -> {});
    }

    /** How keys are compared, for people. Makes an order, by the calling thread's classes. */
    public static Choice<String> choice(JobConf conf) {
        String name = "key.order";
        if (conf.getNumReduceTasks() == 0) {
            return new Choice<>(name, "none", "the job has no reduce tasks");
        }
        String comparator = Comparators.sort(conf).getClass().getName();
        String obstacle = Rewrite.KEY_ORDER.obstacle(conf::get);
        if (of(conf, obstacle.isEmpty()).prefixed()) {
            return new Choice<>(
                    name,
                    "by prefix",
                    "eight bytes of a key nearly always say what " + comparator + " would");
        }
        return new Choice<>(
                name,
                "by comparator",
                obstacle.isEmpty()
                        ? comparator + " is not one that is known, and is called"
                        : obstacle);
    }

    /**
     * The same order, for comparators that change statics: instances with the same lock compare one
     * at a time. Known orders change nothing, and stay as they are.
     */
    public static KeyOrder exclusive(KeyOrder order, Object lock) {
        return order instanceof RawOrder raw ? new ExclusiveOrder(raw, lock) : order;
    }

    /** The comparator that groups what {@code reduce} is called with, for one thread of use. */
    public static RawComparator<?> grouping(JobConf conf, boolean known) {
        return faster(conf, Comparators.grouping(conf), known);
    }

    /** The comparator that groups what the combiner is called with, for one thread of use. */
    public static RawComparator<?> combinerGrouping(JobConf conf, boolean known) {
        return faster(conf, Comparators.combinerGrouping(conf), known);
    }

    /** Whether a comparator is one of Hadoop's whose results are known. */
    public static boolean isKnown(RawComparator<?> comparator) {
        return comparator instanceof OrderComparator;
    }

    /**
     * The order by which the job's records are grouped and sorted alike, so that their prefixes
     * tell groups apart; null where only the comparator can.
     */
    public static @Nullable KeyOrder ofGroups(JobConf conf, RawComparator<?> grouping) {
        KeyOrder sorting = KnownOrder.of(conf.getMapOutputKeyClass(), Comparators.sort(conf));
        return grouping instanceof OrderComparator<?> quick && quick.order() == sorting
                ? sorting
                : null;
    }

    private static RawComparator<?> faster(
            JobConf conf, RawComparator<?> comparator, boolean known) {
        KeyOrder quick = known ? KnownOrder.of(conf.getMapOutputKeyClass(), comparator) : null;
        return quick == null ? comparator : new OrderComparator<>(quick, comparator);
    }
}
