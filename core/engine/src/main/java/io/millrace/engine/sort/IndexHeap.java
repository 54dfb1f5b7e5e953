package io.millrace.engine.sort;

import java.io.IOException;

/**
 * Heap sort of a range of an index, in place: slower than quicksort on average, but never worse
 * than about {@code 2 n log n} comparisons, whatever these answer. Makes the same comparisons and
 * exchanges as Hadoop's heap sort. Used by one thread.
 */
final class IndexHeap {

    /** Compares two entries of the index by their positions. */
    @FunctionalInterface
    interface EntryOrder {
        int compare(int a, int b) throws IOException;
    }

    private final SortIndex index;
    private final EntryOrder order;

    private IndexHeap(SortIndex index, EntryOrder order) {
        this.index = index;
        this.order = order;
    }

    /** Sorts the entries {@code [from, to)}. */
    static void sort(SortIndex index, int from, int to, EntryOrder order) throws IOException {
        new IndexHeap(index, order).sort(from, to);
    }

    private void sort(int from, int to) throws IOException {
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
    private void sink(int from, int start, int size) throws IOException {
        int base = from - 1;
        int node = start;
        for (int child = 2 * node; child <= size; child = 2 * node) {
            if (child < size && order.compare(base + child, base + child + 1) < 0) {
                child++;
            }
            if (order.compare(base + node, base + child) >= 0) {
                return;
            }
            index.swap(base + node, base + child);
            node = child;
        }
    }
}
