package io.millrace.formats.inputcache;

import io.millrace.engine.memory.Slab;
import org.jspecify.annotations.Nullable;

/** The source of memory for packed records. */
@FunctionalInterface
public interface SlabSource {

    /**
     * A slab on the heap, which the caller returns or hands over; null if there is no room.
     *
     * @param bytes its minimum size
     */
    @Nullable Slab take(int bytes) throws InterruptedException;
}
