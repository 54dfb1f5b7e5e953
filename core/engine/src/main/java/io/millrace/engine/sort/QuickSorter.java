package io.millrace.engine.sort;

import io.millrace.engine.task.Cancellation;
import java.io.IOException;

/**
 * Sorts an index by partition and key, with equal keys in exactly the order of Hadoop's map task.
 * Hadoop's quicksort is not stable, so this one makes the same comparisons and exchanges, from the
 * same initial order. That order is reversed, because Hadoop's index grows downwards.
 *
 * <p>Like Hadoop's, it is a quicksort around the median of three. It collects keys equal to the
 * pivot separately, leaves short ranges to insertion sort, and replaces deep recursion by a heap
 * sort, which bounds the comparisons whatever they answer. Used by one thread.
 */
public final class QuickSorter {

    private static final int INSERTION_BELOW = 13;

    private final SortIndex index;
    private final TieOrder ties;
    private final boolean prefixed;
    private final Cancellation cancellation = Cancellation.here();

    private QuickSorter(SortIndex index, boolean prefixed, TieOrder ties) {
        this.index = index;
        this.ties = ties;
        this.prefixed = prefixed;
    }

    /**
     * Sorts an index that is in the order of emission.
     *
     * @param prefixed whether the entries have prefixes
     * @throws IOException if the thread's work was cancelled
     */
    public static void sort(SortIndex index, boolean prefixed, TieOrder ties) throws IOException {
        new QuickSorter(index, prefixed, ties).sort();
    }

    private void sort() throws IOException {
        int size = index.size();
        for (int low = 0, high = size - 1; low < high; low++, high--) {
            index.swap(low, high);
            cancellation.record();
        }
        if (size > 1) {
            int depth = 4 * (Integer.SIZE - Integer.numberOfLeadingZeros(size - 1));
            quick(0, size, depth);
        }
    }

    private void quick(int first, int end, int allowedDepth) throws IOException {
        int from = first;
        int to = end;
        int depth = allowedDepth;
        while (to - from >= INSERTION_BELOW) {
            if (--depth < 0) {
                IndexHeap.sort(index, from, to, this::compare);
                return;
            }
            pivotToFront(from, to);
            long bounds = divide(from, to);
            int less = (int) (bounds >>> Integer.SIZE);
            int greater = (int) bounds;
            // Recursion into the shorter side, iteration over the longer one.
            if (less - from < to - greater) {
                quick(from, less, depth);
                from = greater;
            } else {
                quick(greater, to, depth);
                to = less;
            }
        }
        insertion(from, to);
    }

    private void pivotToFront(int from, int to) throws IOException {
        int middle = (from + to) >>> 1;
        exchangeIfGreater(middle, from);
        exchangeIfGreater(middle, to - 1);
        exchangeIfGreater(from, to - 1);
    }

    private void exchangeIfGreater(int a, int b) throws IOException {
        if (compare(a, b) > 0) {
            index.swap(a, b);
        }
    }

    /**
     * Moves smaller entries before the first one, greater entries behind it, and equal entries,
     * which are collected at both ends meanwhile, between them.
     *
     * @return in the upper half the end of the smaller entries, in the lower half the start of the
     *     greater ones
     */
    private long divide(int from, int to) throws IOException {
        long prefix = index.prefix(from);
        long place = index.place(from);
        int low = from;
        int high = to;
        int equalBelow = from;
        int equalAbove = to;
        while (true) {
            while (++low < high) {
                int order = compare(index.prefix(low), index.place(low), prefix, place);
                if (order > 0) {
                    break;
                }
                if (order == 0 && ++equalBelow != low) {
                    index.swap(equalBelow, low);
                }
            }
            while (--high > low) {
                int order = compare(prefix, place, index.prefix(high), index.place(high));
                if (order > 0) {
                    break;
                }
                if (order == 0 && --equalAbove != high) {
                    index.swap(equalAbove, high);
                }
            }
            if (low >= high) {
                break;
            }
            index.swap(low, high);
        }
        int less = low;
        int greater = low;
        while (equalBelow >= from) {
            index.swap(equalBelow--, --less);
        }
        while (equalAbove < to) {
            index.swap(equalAbove++, greater++);
        }
        return (long) less << Integer.SIZE | greater;
    }

    /** Exchanging neighbours has the same effect as moving an entry down to its position. */
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

    private int compare(int a, int b) throws IOException {
        return compare(index.prefix(a), index.place(a), index.prefix(b), index.place(b));
    }

    private int compare(long leftPrefix, long leftPlace, long rightPrefix, long rightPlace)
            throws IOException {
        cancellation.record();
        int leftPartition = (int) (leftPlace >>> Integer.SIZE);
        int rightPartition = (int) (rightPlace >>> Integer.SIZE);
        if (leftPartition != rightPartition) {
            return Integer.compare(leftPartition, rightPartition);
        }
        if (prefixed) {
            if (leftPrefix != rightPrefix) {
                return Long.compareUnsigned(leftPrefix, rightPrefix);
            }
            if (ties.prefixDecides(leftPrefix)) {
                return 0;
            }
        }
        cancellation.comparison();
        return ties.compareKeys((int) leftPlace, (int) rightPlace);
    }
}
