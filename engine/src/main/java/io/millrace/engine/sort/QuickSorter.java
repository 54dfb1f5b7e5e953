package io.millrace.engine.sort;

/**
 * Sorts an index by partition and key, with equal keys in exactly the order of Hadoop's map task.
 * Hadoop's quicksort is not stable, so this one makes the same comparisons and exchanges, from the
 * same initial order. That order is reversed, because Hadoop's index grows downwards.
 *
 * <p>Like Hadoop's, it is a quicksort around the median of three. It collects keys equal to the
 * pivot separately, leaves short ranges to insertion sort, and replaces deep recursion by a heap
 * sort. Used by one thread.
 */
public final class QuickSorter {

    private static final int INSERTION_BELOW = 13;

    private final SortIndex index;
    private final TieOrder ties;
    private final boolean prefixed;

    private QuickSorter(SortIndex index, boolean prefixed, TieOrder ties) {
        this.index = index;
        this.ties = ties;
        this.prefixed = prefixed;
    }

    /**
     * Sorts an index that is in the order of emission.
     *
     * @param prefixed whether the entries have prefixes
     */
    public static void sort(SortIndex index, boolean prefixed, TieOrder ties) {
        int size = index.size();
        for (int low = 0, high = size - 1; low < high; low++, high--) {
            index.swap(low, high);
        }
        if (size > 1) {
            int depth = 4 * (Integer.SIZE - Integer.numberOfLeadingZeros(size - 1));
            new QuickSorter(index, prefixed, ties).quick(0, size, depth);
        }
    }

    private void quick(int first, int end, int allowedDepth) {
        int from = first;
        int to = end;
        int depth = allowedDepth;
        while (to - from >= INSERTION_BELOW) {
            if (--depth < 0) {
                heap(from, to);
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

    private void pivotToFront(int from, int to) {
        int middle = (from + to) >>> 1;
        exchangeIfGreater(middle, from);
        exchangeIfGreater(middle, to - 1);
        exchangeIfGreater(from, to - 1);
    }

    private void exchangeIfGreater(int a, int b) {
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
    private long divide(int from, int to) {
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

    private void heap(int from, int to) {
        int size = to - from;
        for (int level = Integer.highestOneBit(size); level > 1; level >>>= 1) {
            for (int node = level >>> 1; node < level; node++) {
                sink(from, node, size);
            }
        }
        for (int last = size; last > 1; last--) {
            index.swap(from, from + last - 1);
            sink(from, 1, last - 1);
        }
    }

    /**
     * Moves a node, counted from 1, below its greater children in the heap that starts at {@code
     * from}.
     */
    private void sink(int from, int start, int size) {
        int base = from - 1;
        int node = start;
        for (int child = 2 * node; child <= size; child = 2 * node) {
            if (child < size && compare(base + child, base + child + 1) < 0) {
                child++;
            }
            if (compare(base + node, base + child) >= 0) {
                return;
            }
            index.swap(base + node, base + child);
            node = child;
        }
    }

    private int compare(int a, int b) {
        return compare(index.prefix(a), index.place(a), index.prefix(b), index.place(b));
    }

    private int compare(long leftPrefix, long leftPlace, long rightPrefix, long rightPlace) {
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
        return ties.compareKeys((int) leftPlace, (int) rightPlace);
    }
}
