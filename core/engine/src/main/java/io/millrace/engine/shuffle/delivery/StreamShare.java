package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory of a job's shared streams. Blocks in streams stay until the job ends, and
 * reading them requires sorting, which takes more memory. If streams filled the memory, they would
 * then have to be spilled piece by piece. Thread-safe.
 */
final class StreamShare {

    private final MemoryAccount memory;
    private final long maxBytes;
    private final AtomicLong taken = new AtomicLong();

    StreamShare(MemoryAccount memory, long maxBytes) {
        this.memory = memory;
        this.maxBytes = maxBytes;
    }

    /** Takes a slab; null if there is no room, or if the share is used up. */
    @Nullable Slab tryTake(SlabKind kind, int bytes) throws InterruptedException {
        Slab slab = taken.addAndGet(bytes) <= maxBytes ? memory.tryTake(kind, bytes) : null;
        if (slab == null) {
            taken.addAndGet(-bytes);
        }
        return slab;
    }

    /** Closes an unused slab. */
    void close(Slab spare) {
        taken.addAndGet(-spare.capacity());
        spare.close();
    }
}
