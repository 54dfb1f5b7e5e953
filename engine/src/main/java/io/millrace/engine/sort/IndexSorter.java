package io.millrace.engine.sort;

import java.util.Arrays;

/**
 * Sorts an index by partition, key and order of emission, in place.
 *
 * <p>The digits of an entry are the bytes of its partition, its prefix and its address. A radix
 * sort from the most significant digit, permuting in place (McIlroy, Bostic and McIlroy,
 * "Engineering radix sort", 1993: American flag sort), sorts by as many digits as necessary;
 * insertion sort handles short ranges. A three-way quicksort orders entries with equal prefixes by
 * {@link TieOrder}, and entries with equal keys by address. Addresses differ, so the algorithm need
 * not be stable, which in-place ones are not.
 *
 * <p>Terminates and keeps every entry even if the tie order is inconsistent: each partitioning step
 * separates at least its pivot, and no scan relies on a sentinel. Used by one thread.
 */
public final class IndexSorter {

    private static final int INSERTION_MAX = 24;
    private static final int RADIX = 256;
    private static final int PREFIX_DIGITS = 8;
    private static final int ADDRESS_DIGITS = 4;

    private final SortIndex index;
    private final TieOrder ties;
    private final boolean prefixed;
    private final int partitionDigits;
    private final int prefixEnd;
    private final int digits;
    private final int[][] bucketStarts;
    private final int[][] bucketEnds;

    private IndexSorter(SortIndex index, int partitions, boolean prefixed, TieOrder ties) {
        this.index = index;
        this.ties = ties;
        this.prefixed = prefixed;
        this.partitionDigits = (39 - Integer.numberOfLeadingZeros(partitions - 1)) / 8;
        this.prefixEnd = partitionDigits + (prefixed ? PREFIX_DIGITS : 0);
        this.digits = prefixEnd + ADDRESS_DIGITS;
        this.bucketStarts = new int[digits][];
        this.bucketEnds = new int[digits][];
    }

    /**
     * Sorts by partition, then key, then address.
     *
     * @param partitions the number of partitions; each entry's is below it
     * @param prefixed whether the entries have prefixes
     */
    public static void sort(SortIndex index, int partitions, boolean prefixed, TieOrder ties) {
        new IndexSorter(index, partitions, prefixed, ties).radix(0, index.size(), 0);
    }

    /** Sorts by partition, then address: groups the partitions and keeps the order of emission. */
    public static void sortByPartition(SortIndex index, int partitions) {
        sort(index, partitions, false, TieOrder.BY_ADDRESS);
    }

    private void radix(int from, int to, int digit) {
        if (to - from <= 1) {
            return;
        }
        if (digit == prefixEnd && !decided(index.prefix(from))) {
            quick(from, to);
            return;
        }
        if (to - from <= INSERTION_MAX) {
            insertion(from, to);
            return;
        }
        if (digit == digits) {
            return;
        }
        int[] ends = bucketEnds(digit);
        countDigits(from, to, digit, ends);
        if (ends[digitOf(from, digit)] == to - from) {
            radix(from, to, digit + 1);
            return;
        }
        int[] starts = bucketStarts(digit);
        int position = from;
        for (int bucket = 0; bucket < RADIX; bucket++) {
            starts[bucket] = position;
            position += ends[bucket];
            ends[bucket] = position;
        }
        permute(digit, starts, ends);
        int start = from;
        for (int bucket = 0; bucket < RADIX; bucket++) {
            int end = ends[bucket];
            if (end - start > 1) {
                radix(start, end, digit + 1);
            }
            start = end;
        }
    }

    private boolean decided(long prefix) {
        return ties.prefixDecides(prefixed ? prefix : 0);
    }

    private void countDigits(int from, int to, int digit, int[] counts) {
        Arrays.fill(counts, 0);
        for (int entry = from; entry < to; entry++) {
            counts[digitOf(entry, digit)]++;
        }
    }

    /**
     * Moves each entry to its bucket; {@code next} has the first unsettled position of each bucket.
     */
    private void permute(int digit, int[] next, int[] ends) {
        for (int bucket = 0; bucket < RADIX; bucket++) {
            while (next[bucket] < ends[bucket]) {
                int entry = next[bucket];
                int target = digitOf(entry, digit);
                if (target == bucket) {
                    next[bucket]++;
                } else {
                    index.swap(entry, next[target]++);
                }
            }
        }
    }

    private int digitOf(int entry, int digit) {
        if (digit < partitionDigits) {
            return (int) (index.place(entry) >>> (32 + 8 * (partitionDigits - 1 - digit))) & 0xff;
        }
        if (digit < prefixEnd) {
            return (int) (index.prefix(entry) >>> (8 * (prefixEnd - 1 - digit))) & 0xff;
        }
        return (int) (index.place(entry) >>> (8 * (digits - 1 - digit))) & 0xff;
    }

    private void insertion(int from, int to) {
        for (int next = from + 1; next < to; next++) {
            long prefix = index.prefix(next);
            long place = index.place(next);
            int hole = next;
            while (hole > from
                    && compare(index.prefix(hole - 1), index.place(hole - 1), prefix, place) > 0) {
                index.set(hole, index.prefix(hole - 1), index.place(hole - 1));
                hole--;
            }
            index.set(hole, prefix, place);
        }
    }

    private int compare(long leftPrefix, long leftPlace, long rightPrefix, long rightPlace) {
        int leftPartition = (int) (leftPlace >>> 32);
        int rightPartition = (int) (rightPlace >>> 32);
        if (leftPartition != rightPartition) {
            return Integer.compare(leftPartition, rightPartition);
        }
        if (prefixed && leftPrefix != rightPrefix) {
            return Long.compareUnsigned(leftPrefix, rightPrefix);
        }
        if (!decided(leftPrefix)) {
            int byKey = ties.compareKeys((int) leftPlace, (int) rightPlace);
            if (byKey != 0) {
                return byKey;
            }
        }
        return Integer.compareUnsigned((int) leftPlace, (int) rightPlace);
    }

    /** Orders entries of one partition and prefix by key, then address. */
    private void quick(int from, int to) {
        int low = from;
        int high = to;
        while (high - low > 1) {
            if (high - low <= INSERTION_MAX) {
                insertion(low, high);
                return;
            }
            int pivot = index.address(middleOfThree(low, (low + high) >>> 1, high - 1));
            int less = low;
            int next = low;
            int greater = high;
            while (next < greater) {
                int address = index.address(next);
                int order = address == pivot ? 0 : ties.compareKeys(address, pivot);
                if (order < 0) {
                    index.swap(less++, next++);
                } else if (order > 0) {
                    index.swap(next, --greater);
                } else {
                    next++;
                }
            }
            byAddress(less, greater);
            // Recursion into the shorter side, iteration over the longer one: the stack stays
            // shallow.
            if (less - low < high - greater) {
                quick(low, less);
                low = greater;
            } else {
                quick(greater, high);
                high = less;
            }
        }
    }

    private int middleOfThree(int a, int b, int c) {
        int addressA = index.address(a);
        int addressB = index.address(b);
        int addressC = index.address(c);
        if (ties.compareKeys(addressA, addressB) < 0) {
            return ties.compareKeys(addressB, addressC) < 0
                    ? b
                    : ties.compareKeys(addressA, addressC) < 0 ? c : a;
        }
        return ties.compareKeys(addressA, addressC) < 0
                ? a
                : ties.compareKeys(addressB, addressC) < 0 ? c : b;
    }

    /** Orders entries with equal keys by address; usually they are in order already. */
    private void byAddress(int from, int to) {
        for (int entry = from + 1; entry < to; entry++) {
            if (Integer.compareUnsigned(index.address(entry - 1), index.address(entry)) > 0) {
                radixByAddress(from, to);
                return;
            }
        }
    }

    private void radixByAddress(int from, int to) {
        new IndexSorter(index, 1, false, TieOrder.BY_ADDRESS).radix(from, to, 0);
    }

    private int[] bucketStarts(int digit) {
        if (bucketStarts[digit] == null) {
            bucketStarts[digit] = new int[RADIX];
        }
        return bucketStarts[digit];
    }

    private int[] bucketEnds(int digit) {
        if (bucketEnds[digit] == null) {
            bucketEnds[digit] = new int[RADIX];
        }
        return bucketEnds[digit];
    }
}
