package io.millrace.engine.trace;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Attempts that took much more time, or had many more bytes, than the others of their kind. A
 * reduce attempt's bytes are those of its partition.
 *
 * @param median of all successful attempts of the kind; 0 if there are none
 * @param skewed attempts with more than twice the median and more than an even share, the largest
 *     first
 */
public record Skew(long median, List<Skewed> skewed) {

    private static final int FACTOR = 2;

    /** An attempt with a lower share of the total is too small to matter. */
    private static final double SHARE = 0.01;

    /**
     * A skewed attempt.
     *
     * @param share its share of the total, 0 to 1
     */
    public record Skewed(AttemptSpan attempt, long value, double share) {}

    /**
     * The skew among the successful attempts of a kind.
     *
     * @param main {@link Phase#MAP} or {@link Phase#REDUCE}
     * @param value nanoseconds or bytes
     */
    public static Skew of(Trace trace, Phase main, ToLongFunction<AttemptSpan> value) {
        List<AttemptSpan> attempts =
                trace.attempts().stream()
                        .filter(attempt -> attempt.main() == main)
                        .filter(attempt -> attempt.outcome() == Outcome.SUCCEEDED)
                        .sorted(Comparator.comparingLong(value).reversed())
                        .toList();
        if (attempts.isEmpty()) {
            return new Skew(0, List.of());
        }
        long median = value.applyAsLong(attempts.get(attempts.size() / 2));
        double least = Math.max(SHARE, 1.0 / attempts.size());
        double all = attempts.stream().mapToLong(value).sum();
        List<Skewed> skewed =
                attempts.stream()
                        .map(attempt -> skewed(attempt, value.applyAsLong(attempt), all))
                        .filter(one -> one.value() > FACTOR * median && one.share() > least)
                        .toList();
        return new Skew(median, skewed);
    }

    private static Skewed skewed(AttemptSpan attempt, long value, double all) {
        return new Skewed(attempt, value, all == 0 ? 0 : value / all);
    }
}
