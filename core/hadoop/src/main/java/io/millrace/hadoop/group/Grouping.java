package io.millrace.hadoop.group;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * Decides which sorted records form a group, for use by one thread.
 *
 * @param reflexive whether the comparator is known to treat a key as equal to itself
 * @param order its key prefixes distinguish groups; null to use the comparator only
 */
public record Grouping(RawComparator<?> comparator, boolean reflexive, @Nullable KeyOrder order) {

    /** The grouping by a job's comparator. */
    public static Grouping of(JobConf conf, RawComparator<?> comparator, KnownOrders known) {
        return new Grouping(
                comparator,
                KeyOrders.isKnown(comparator),
                KeyOrders.ofGroups(conf, comparator, known));
    }
}
