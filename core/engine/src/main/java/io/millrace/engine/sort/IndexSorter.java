package io.millrace.engine.sort;

import io.millrace.engine.task.Cancellation;
import java.io.IOException;
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
 * <p>Keeps every entry, and makes at most about {@code 4 n log n} comparisons, even if the tie
 * order is inconsistent: each partitioning step separates at least its pivot, no scan relies on a
 * sentinel, and heap sort takes over where the partitions are too uneven (Musser, "Introspective
 * sorting and selection algorithms", 1997). An order that never answers 0 makes them so, because
 * equal keys then look like smaller ones. Used by one thread.
 */
public final class IndexSorter {

    private static final int INSERTION_MAX = 24;

    /** From this size on, the pivot is the median of nine entries, in place of three. */
    private static final int NINTHER_MIN = 512;

    private static final int RADIX = 256;
    private static final int PREFIX_DIGITS = 8;
    private static final int ADDRESS_DIGITS = 4;

    private final SortIndex index;
    private final TieOrder ties;
    private final Cancellation cancellation;
    private final boolean prefixed;
    private final int partitionDigits;
    private final int prefixEnd;
    private final int digits;
    private final int[][] bucketStarts;
    private final int[][] bucketEnds;

    private IndexSorter(
            SortIndex index,
            int partitions,
            boolean prefixed,
            TieOrder ties,
            Cancellation cancellation) {
        this.index = index;
        this.ties = ties;
        this.cancellation = cancellation;
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
     * @throws IOException if the thread's work was cancelled
     */
    public static void sort(SortIndex index, int partitions, boolean prefixed, TieOrder ties)
            throws IOException {
        new IndexSorter(index, partitions, prefixed, ties, Cancellation.here())
                .radix(0, index.size(), 0);
    }

    /**
     * Sorts by partition, then address: groups the partitions and keeps the order of emission.
     *
     * @throws IOException if the thread's work was cancelled
     */
    public static void sortByPartition(SortIndex index, int partitions) throws IOException {
        sort(index, partitions, false, TieOrder.BY_ADDRESS);
    }

    private void radix(int from, int to, int digit) throws IOException {
        if (to - from <= 1) {
            return;
        }
        if (digit == prefixEnd && !decided(index.prefix(from))) {
            quick(from, to, 2 * log2(to - from));
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

    private void countDigits(int from, int to, int digit, int[] counts) throws IOException {
        Arrays.fill(counts, 0);
        for (int entry = from; entry < to; ) {
            int end = entry + Math.min(to - entry, Cancellation.RECORDS);
            cancellation.records(end - entry);
            for (; entry < end; entry++) {
                counts[digitOf(entry, digit)]++;
            }
        }
    }

    /**
     * Moves each entry to its bucket; {@code next} has the first unsettled position of each bucket.
     */
    private void permute(int digit, int[] next, int[] ends) throws IOException {
        int moves = 0;
        for (int bucket = 0; bucket < RADIX; bucket++) {
            while (next[bucket] < ends[bucket]) {
                if (++moves == Cancellation.RECORDS) {
                    cancellation.records(moves);
                    moves = 0;
                }
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

    private void insertion(int from, int to) throws IOException {
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

    private int compare(long leftPrefix, long leftPlace, long rightPrefix, long rightPlace)
            throws IOException {
        int leftPartition = (int) (leftPlace >>> 32);
        int rightPartition = (int) (rightPlace >>> 32);
        if (leftPartition != rightPartition) {
            return Integer.compare(leftPartition, rightPartition);
        }
        if (prefixed && leftPrefix != rightPrefix) {
            return Long.compareUnsigned(leftPrefix, rightPrefix);
        }
        if (!decided(leftPrefix)) {
            int byKey = compareKeys((int) leftPlace, (int) rightPlace);
            if (byKey != 0) {
                return byKey;
            }
        }
        return Integer.compareUnsigned((int) leftPlace, (int) rightPlace);
    }

    private int compareKeys(int leftAddress, int rightAddress) throws IOException {
        cancellation.comparison();
        return ties.compareKeys(leftAddress, rightAddress);
    }

    /** Orders entries of one partition and prefix by key, then address. */
    private void quick(int from, int to, int allowedDepth) throws IOException {
        int low = from;
        int high = to;
        int depth = allowedDepth;
        while (high - low > INSERTION_MAX) {
            if (--depth < 0) {
                IndexHeap.sort(index, low, high, this::compareInRange);
                return;
            }
            int pivot = index.address(pivot(low, high));
            int less = low;
            int next = low;
            int greater = high;
            while (next < greater) {
                int address = index.address(next);
                int order = address == pivot ? 0 : compareKeys(address, pivot);
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
                quick(low, less, depth);
                low = greater;
            } else {
                quick(greater, high, depth);
                high = less;
            }
        }
        insertion(low, high);
    }

    /** Compares entries of one partition and prefix. */
    private int compareInRange(int a, int b) throws IOException {
        int byKey = compareKeys(index.address(a), index.address(b));
        return byKey != 0 ? byKey : Integer.compareUnsigned(index.address(a), index.address(b));
    }

    /** The position of the entry around which a range is divided. */
    private int pivot(int low, int high) throws IOException {
        int size = high - low;
        int middle = low + (size >>> 1);
        int last = high - 1;
        if (size < NINTHER_MIN) {
            return middleOfThree(low, middle, last);
        }
        int step = size >>> 3;
        return middleOfThree(
                middleOfThree(low, low + step, low + 2 * step),
                middleOfThree(middle - step, middle, middle + step),
                middleOfThree(last - 2 * step, last - step, last));
    }

    private int middleOfThree(int a, int b, int c) throws IOException {
        int addressA = index.address(a);
        int addressB = index.address(b);
        int addressC = index.address(c);
        if (compareKeys(addressA, addressB) < 0) {
            return compareKeys(addressB, addressC) < 0
                    ? b
                    : compareKeys(addressA, addressC) < 0 ? c : a;
        }
        return compareKeys(addressA, addressC) < 0
                ? a
                : compareKeys(addressB, addressC) < 0 ? c : b;
    }

    /** The logarithm of a positive number to the base 2, rounded up. */
    private static int log2(int number) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(number - 1);
    }

    /** Orders entries with equal keys by address; usually they are in order already. */
    private void byAddress(int from, int to) throws IOException {
        for (int entry = from + 1; entry < to; entry++) {
            cancellation.record();
            if (Integer.compareUnsigned(index.address(entry - 1), index.address(entry)) > 0) {
                radixByAddress(from, to);
                return;
            }
        }
    }

    private void radixByAddress(int from, int to) throws IOException {
        new IndexSorter(index, 1, false, TieOrder.BY_ADDRESS, cancellation).radix(from, to, 0);
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
