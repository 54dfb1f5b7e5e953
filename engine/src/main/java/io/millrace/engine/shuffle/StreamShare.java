package io.millrace.engine.shuffle;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much of the memory a job's shared streams may take. What is in them stays until the job ends,
 * and to be read it has to be sorted, which takes more: streams that filled the memory would have
 * to be written to disk piece by piece then. Thread-safe.
 */
final class StreamShare {

    private final long maxBytes;
    private final AtomicLong taken = new AtomicLong();

    StreamShare(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Sets bytes aside; false if that is more than the share. */
    boolean take(int bytes) {
        if (taken.addAndGet(bytes) <= maxBytes) {
            return true;
        }
        giveBack(bytes);
        return false;
    }

    void giveBack(int bytes) {
        taken.addAndGet(-bytes);
    }
}
