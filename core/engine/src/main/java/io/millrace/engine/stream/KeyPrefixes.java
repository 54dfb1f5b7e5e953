package io.millrace.engine.stream;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.KeyOrder;

/** Sort prefixes of keys in slabs; keys off the heap are copied first. Used by one thread. */
public final class KeyPrefixes {

    private final KeyOrder order;
    private byte[] copy = new byte[0];

    public KeyPrefixes(KeyOrder order) {
        this.order = order;
    }

    /** The prefix of a key, or 0 if the order has none. */
    public long of(Slab slab, int at, int length) {
        if (!order.prefixed()) {
            return 0;
        }
        if (slab.onHeap()) {
            return order.prefix(slab.array(), at, length);
        }
        if (copy.length < length) {
            copy = new byte[Math.max(length, 2 * copy.length)];
        }
        slab.copyOut(at, copy, 0, length);
        return order.prefix(copy, 0, length);
    }
}
