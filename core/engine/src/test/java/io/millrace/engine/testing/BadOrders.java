package io.millrace.engine.testing;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;

/**
 * Comparators of records, given by their numbers, that are bad for a sort: they contradict
 * themselves, or their order makes a quicksort divide unevenly.
 */
public enum BadOrders {
    /** Descending over few keys; equal keys count as smaller. */
    NEVER_ZERO(n -> (a, b) -> a % 5 < b % 5 ? 1 : -1),
    /** The same for a sort that meets equal keys on the other side. */
    NEVER_ZERO_AGAIN(n -> (a, b) -> a % 3 > b % 3 ? -1 : 1),
    ALWAYS_LESS(n -> (a, b) -> -1),
    ALWAYS_GREATER(n -> (a, b) -> 1),
    ALWAYS_EQUAL(n -> (a, b) -> 0),
    LEAST_INT(n -> (a, b) -> a % 7 < b % 7 ? Integer.MIN_VALUE : 1),
    RANDOM(BadOrders::random),
    /** Each second answer is reversed. */
    CONTRADICTORY(BadOrders::contradictory),
    /** Stone beats scissors, scissors beat paper, paper beats stone. */
    INTRANSITIVE(n -> (a, b) -> (a % 3 - b % 3 + 4) % 3 - 1),
    /** Consistent: keys rise to the middle, and fall again. */
    ORGAN_PIPES(n -> (a, b) -> Integer.compare(Math.min(a, n - a), Math.min(b, n - b))),
    DESCENDING(n -> (a, b) -> Integer.compare(b, a)),
    /** Consistent, but decided while the sort runs: each pivot turns out to be small. */
    ADVERSARY(BadOrders::adversary);

    @SuppressWarnings("ImmutableEnumChecker") // each order is made anew
    private final IntFunction<IntBinaryOperator> maker;

    BadOrders(IntFunction<IntBinaryOperator> maker) {
        this.maker = maker;
    }

    /** A fresh comparator of the records 0 to {@code count} - 1. */
    public IntBinaryOperator of(int count) {
        return maker.apply(count);
    }

    private static IntBinaryOperator random(int count) {
        Random random = new Random(count);
        return (a, b) -> random.nextInt(3) - 1;
    }

    private static IntBinaryOperator contradictory(int count) {
        int[] calls = new int[1];
        return (a, b) -> ++calls[0] % 2 == 0 ? a - b : b - a;
    }

    /** McIlroy, "A killer adversary for quicksort", 1999. */
    private static IntBinaryOperator adversary(int count) {
        int[] keys = new int[count];
        Arrays.fill(keys, count);
        int[] solid = new int[1];
        int[] candidate = new int[1];
        return (a, b) -> {
            if (keys[a] == count && keys[b] == count) {
                keys[a == candidate[0] ? a : b] = solid[0]++;
            }
            if (keys[a] == count) {
                candidate[0] = a;
            } else if (keys[b] == count) {
                candidate[0] = b;
            }
            return Integer.compare(keys[a], keys[b]);
        };
    }
}
