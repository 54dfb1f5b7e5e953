package io.millrace.engine.memory;

/**
 * A holder of memory that could as well be on disk. Called by threads that need memory; must not
 * take memory itself. Thread-safe.
 */
public interface Reclaimer {

    /** Bytes that {@link #reclaim} could give back now; an estimate. */
    long reclaimableBytes();

    /**
     * Gives back the largest piece that is not being read, by writing it to disk.
     *
     * @return bytes given back, 0 if there was nothing to give or the write failed
     * @throws InterruptedException if the calling thread was interrupted; nothing is lost
     */
    long reclaim() throws InterruptedException;
}
