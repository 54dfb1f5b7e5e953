package io.millrace.engine.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Returned memory that is kept for reuse, by kind and size: zeroing a new array costs more than
 * filling a used one. Guarded by its budget's lock.
 */
final class FreeMemory {

    /** The methods that a record would have are generated at the first call, which is slow. */
    private record Shape(boolean heap, int bytes) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Shape that && heap == that.heap && bytes == that.bytes;
        }

        @Override
        public int hashCode() {
            return heap ? bytes : ~bytes;
        }
    }

    private final Map<Shape, Deque<Object>> pieces = new HashMap<>();
    private long bytes;

    /** Keeps the memory of {@code slab}, which must not be used any more. */
    void add(Slab slab) {
        Object memory = slab instanceof NativeSlab nativeSlab ? nativeSlab.buffer() : slab.array();
        pieces.computeIfAbsent(
                        new Shape(slab.onHeap(), slab.capacity()), shape -> new ArrayDeque<>())
                .push(memory);
        bytes += slab.capacity();
    }

    /** Memory of exactly this size, or null. */
    @Nullable Object poll(boolean heap, int size) {
        Deque<Object> same = pieces.get(new Shape(heap, size));
        Object memory = same == null ? null : same.poll();
        if (memory != null) {
            bytes -= size;
        }
        return memory;
    }

    /** Drops pieces until at most {@code maxBytes} are kept. */
    void trimTo(long maxBytes) {
        var shapes = pieces.entrySet().iterator();
        while (bytes > maxBytes && shapes.hasNext()) {
            var shape = shapes.next();
            Deque<Object> same = shape.getValue();
            while (bytes > maxBytes && same.poll() != null) {
                bytes -= shape.getKey().bytes();
            }
            if (same.isEmpty()) {
                shapes.remove();
            }
        }
    }
}
