package io.millrace.engine.shuffle;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How much of the memory a job's shared streams may take. What is in them stays until the job ends,
 * and to be read it has to be sorted, which takes more: streams that filled the memory would have
 * to be written to disk piece by piece then. Thread-safe.
 */
final class StreamShare {

    private final MemoryAccount memory;
    private final long maxBytes;
    private final AtomicLong taken = new AtomicLong();

    StreamShare(MemoryAccount memory, long maxBytes) {
        this.memory = memory;
        this.maxBytes = maxBytes;
    }

    /** Takes a slab; null if there is no room, or that were more than the share. */
    @Nullable Slab tryTake(SlabKind kind, int bytes) throws InterruptedException {
        Slab slab = taken.addAndGet(bytes) <= maxBytes ? memory.tryTake(kind, bytes) : null;
        if (slab == null) {
            taken.addAndGet(-bytes);
        }
        return slab;
    }

    /** Closes a slab that no record needed. */
    void close(Slab spare) {
        taken.addAndGet(-spare.capacity());
        spare.close();
    }
}
