package io.millrace.formats.inputcache;

import io.millrace.engine.memory.Slab;
import org.jspecify.annotations.Nullable;

/** Where the memory for packed records comes from. */
@FunctionalInterface
public interface SlabSource {

    /**
     * A slab on the heap, which the caller gives back or hands on; null if there is no room.
     *
     * @param bytes the least that it has to hold
     */
    @Nullable Slab take(int bytes) throws InterruptedException;
}
