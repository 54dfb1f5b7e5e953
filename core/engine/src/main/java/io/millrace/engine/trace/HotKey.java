package io.millrace.engine.trace;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.Comparator;
import java.util.List;

/**
 * A group of records with a large part of its partition.
 *
 * @param attempt the reduce attempt that read it
 * @param ofPartition its share of the bytes of its partition, 0 to 1
 * @param ofAll its share of the bytes of all partitions, 0 to 1
 * @param oversized whether it alone has more than twice an even share of a partition, so that no
 *     partitioner balances the reduce tasks
 */
public record HotKey(
        AttemptSpan attempt, KeyGroup group, double ofPartition, double ofAll, boolean oversized) {

    private static final int FACTOR = 2;

    /** A smaller group is not worth a look. */
    private static final double SHARE = 0.01;

    private static final int MOST = 20;

    /** The largest groups of the successful reduce attempts, the largest first. */
    public static List<HotKey> of(Trace trace) {
        List<AttemptSpan> reduces =
                trace.attempts().stream()
                        .filter(attempt -> attempt.main() == Phase.REDUCE)
                        .filter(attempt -> attempt.outcome() == Outcome.SUCCEEDED)
                        .toList();
        double all = reduces.stream().mapToLong(AttemptSpan::bytes).sum();
        double even = all / reduces.size();
        return reduces.stream()
                .flatMap(attempt ->
                        trace.groups(attempt.who()).stream()
                                .map(group ->
                                        new HotKey(
                                                attempt,
                                                group,
                                                (double) group.bytes() / attempt.bytes(),
                                                group.bytes() / all,
                                                group.bytes() > FACTOR * even)))
                .filter(key -> key.ofPartition() >= SHARE)
                .sorted(Comparator.comparingLong((HotKey key) -> key.group().bytes()).reversed())
                .limit(MOST)
                .toList();
    }
}
