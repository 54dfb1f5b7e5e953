package io.millrace.engine.memory;

import org.jspecify.annotations.Nullable;

/**
 * Record memory of one holder.
 *
 * @param owner the job; null for what belongs to the process
 */
public record MemoryHolding(MemoryUse use, @Nullable String owner, long bytes) {

    /** {@code 1.5 MB by map output of word count}. */
    @Override
    public String toString() {
        return MemoryHoldings.words(bytes)
                + " by "
                + use.words()
                + (owner == null ? "" : " of " + owner);
    }
}
