package io.millrace.engine.ties;

import io.millrace.engine.record.CompositeCursor;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.task.AttemptGuard;
import java.io.IOException;
import java.util.List;

/**
 * Merges sorted cursors with a binary heap, as Hadoop does: the top cursor stays there until a
 * child is less, so the heap's shape decides the order of equal keys. It takes the same steps as
 * Hadoop's merge, in the same order.
 *
 * <p>Used by one thread at a time.
 */
final class HeapCursor extends CompositeCursor {

    private final RecordCursor[] cursors;
    private final KeyOrder order;
    private final AttemptGuard guard;

    /** Sort prefixes by cursor. */
    private final long[] prefixes;

    /** Numbers of cursors, from 1; each is not greater than its two children. */
    private final int[] heap;

    /** Whether values must be fetched. */
    private final boolean leavesValues;

    private int size;
    private boolean started;

    /**
     * A merge of these cursors, which it owns.
     *
     * @param guard a revoked attempt gets no further record
     */
    HeapCursor(List<RecordCursor> sorted, KeyOrder order, AttemptGuard guard) {
        super(sorted, () -> {});
        this.cursors = sorted.toArray(RecordCursor[]::new);
        this.order = order;
        this.guard = guard;
        this.leavesValues = sorted.stream().anyMatch(RecordCursor::leavesValues);
        this.prefixes = new long[cursors.length];
        this.heap = new int[cursors.length + 1];
    }

    @Override
    public boolean next() throws IOException {
        guard.check();
        if (!started) {
            started = true;
            for (int cursor = 0; cursor < cursors.length; cursor++) {
                guard.check();
                if (advance(cursor)) {
                    heap[++size] = cursor;
                    rise();
                }
            }
        } else if (size > 0) {
            int top = heap[1];
            long before = prefixes[top];
            if (!advance(top)) {
                heap[1] = heap[size--];
                sink();
            } else if (prefixes[top] != before || !order.prefixDecides(before)) {
                sink(); // otherwise the key is unchanged, and so is the heap
            }
        }
        if (size == 0) {
            return false;
        }
        current = cursors[heap[1]];
        if (leavesValues) {
            current.fetchValue();
        }
        return true;
    }

    private boolean advance(int cursor) throws IOException {
        if (!cursors[cursor].next()) {
            return false;
        }
        prefixes[cursor] = cursors[cursor].prefix();
        return true;
    }

    private void rise() {
        int at = size;
        int cursor = heap[at];
        for (int parent = at >>> 1; parent > 0 && less(cursor, heap[parent]); parent >>>= 1) {
            heap[at] = heap[parent];
            at = parent;
        }
        heap[at] = cursor;
    }

    private void sink() {
        if (size == 0) {
            return;
        }
        int at = 1;
        int cursor = heap[at];
        int child = lesserChild(at);
        while (child <= size && less(heap[child], cursor)) {
            heap[at] = heap[child];
            at = child;
            child = lesserChild(at);
        }
        heap[at] = cursor;
    }

    private int lesserChild(int parent) {
        int left = 2 * parent;
        return left < size && less(heap[left + 1], heap[left]) ? left + 1 : left;
    }

    private boolean less(int a, int b) {
        int byPrefix = Long.compareUnsigned(prefixes[a], prefixes[b]);
        if (byPrefix != 0) {
            return byPrefix < 0;
        }
        if (order.prefixDecides(prefixes[a])) {
            return false;
        }
        RecordCursor left = cursors[a];
        RecordCursor right = cursors[b];
        return order.compare(
                        left.keyBytes(),
                        left.keyOffset(),
                        left.keyLength(),
                        right.keyBytes(),
                        right.keyOffset(),
                        right.keyLength())
                < 0;
    }
}
