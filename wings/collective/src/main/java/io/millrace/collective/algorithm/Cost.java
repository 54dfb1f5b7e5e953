package io.millrace.collective.algorithm;

/**
 * The cost of an algorithm as a function of the size of the result, m bytes: {@code steps}
 * messages, one after the other, with {@code path} times m bytes in total.
 *
 * <p>With n workers, c the largest power of two up to n, and e = 0 if n = c, else 1:
 *
 * <pre>
 * all-reduce      steps             path
 * tree            2 ceil(log2 n)    2 ceil(log2 n)
 * exchange        log2 c + 2e       log2 c + 2e
 * ring            2 (n-1)           2 (n-1)/n
 * rabenseifner    2 log2 c + 2e     2 (c-1)/c + 2e
 *
 * all-gather      steps             path
 * tree            2 ceil(log2 n)    (n-1)/n + ceil(log2 n)
 * exchange        log2 c + 2e       (c-1)/c + (1 + 1/n) e
 * ring            n-1               (n-1)/n
 * rabenseifner    as exchange
 * </pre>
 */
record Cost(int steps, double path) {

    /** The cost of an all-reduce. */
    static Cost ofAllReduce(Algorithm algorithm, int workers) {
        int levels = levels(workers);
        int core = Integer.highestOneBit(workers);
        int doublings = levels(core);
        int beyond = workers > core ? 2 : 0;
        return switch (algorithm) {
            case TREE -> new Cost(2 * levels, 2 * levels);
            case AUTO, EXCHANGE -> new Cost(doublings + beyond, doublings + beyond);
            case RING -> new Cost(2 * (workers - 1), 2 * othersShare(workers));
            case RABENSEIFNER -> new Cost(2 * doublings + beyond, 2 * othersShare(core) + beyond);
        };
    }

    /** The cost of an all-gather; the result is the messages of all workers, of equal size. */
    static Cost ofAllGather(Algorithm algorithm, int workers) {
        int levels = levels(workers);
        int core = Integer.highestOneBit(workers);
        boolean beyond = workers > core;
        return switch (algorithm) {
            case TREE -> new Cost(2 * levels, othersShare(workers) + levels);
            case AUTO, EXCHANGE, RABENSEIFNER ->
                    new Cost(
                            levels(core) + (beyond ? 2 : 0),
                            othersShare(core) + (beyond ? 1 + 1.0 / workers : 0));
            case RING -> new Cost(workers - 1, othersShare(workers));
        };
    }

    /** The sum over all workers of the bytes that they send in an all-reduce, in multiples of m. */
    static double sentInAllReduce(Algorithm algorithm, int workers) {
        int core = Integer.highestOneBit(workers);
        return switch (algorithm) {
            case TREE, RING, RABENSEIFNER -> 2 * (workers - 1);
            case AUTO, EXCHANGE -> core * levels(core) + 2 * (workers - core);
        };
    }

    /** The smallest power of two that is not less than {@code workers}, as a logarithm. */
    private static int levels(int workers) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(workers - 1);
    }

    private static double othersShare(int workers) {
        return (workers - 1.0) / workers;
    }
}
