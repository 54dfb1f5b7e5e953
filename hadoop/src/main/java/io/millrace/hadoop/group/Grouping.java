package io.millrace.hadoop.group;

import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.order.KnownOrders;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * What tells groups of sorted records apart, for one thread of use.
 *
 * @param reflexive whether the comparator is known to find a key equal to itself
 * @param order by whose prefixes groups are told apart; null if by the comparator only
 */
public record Grouping(RawComparator<?> comparator, boolean reflexive, @Nullable KeyOrder order) {

    /** By a job's comparator. */
    public static Grouping of(JobConf conf, RawComparator<?> comparator, KnownOrders known) {
        return new Grouping(
                comparator,
                KeyOrders.isKnown(comparator),
                KeyOrders.ofGroups(conf, comparator, known));
    }
}
