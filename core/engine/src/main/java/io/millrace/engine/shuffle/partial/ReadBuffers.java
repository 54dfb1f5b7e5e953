package io.millrace.engine.shuffle.partial;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Buffers for coded runs that one thread reads at once, taken as they are needed. The thread does
 * not wait for memory: where there is no room, others may take less. Used by one thread.
 */
final class ReadBuffers implements AutoCloseable {

    private final MemoryAccount memory;
    private final List<Slab> taken = new ArrayList<>();

    ReadBuffers(MemoryAccount memory) {
        this.memory = memory;
    }

    /** The buffer of this number, the same each time. */
    byte[] get(int number) throws InterruptedException {
        while (taken.size() <= number) {
            Slab slab = memory.tryTake(SlabKind.HEAP, memory.diskBufferBytes());
            taken.add(slab == null ? memory.overdraw(memory.diskBufferBytes()) : slab);
        }
        return taken.get(number).array();
    }

    @Override
    public void close() {
        taken.forEach(Slab::close);
    }
}
