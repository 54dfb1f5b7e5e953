package io.millrace.engine.job.pool;

import org.jspecify.annotations.Nullable;

/** The work of a lane that waits for a thread. Guarded by the pool's lock, so it must not wait. */
public interface WaitingWork {

    /** Adds work behind what waits, or ahead of it. */
    void add(Runnable work, boolean first);

    /**
     * Takes the work for a thread that is free.
     *
     * @return null if all work is to wait longer; the pool asks again when work of the lane has
     *     ended, and from time to time
     */
    @Nullable Runnable poll();

    boolean isEmpty();

    /** Drops all work. */
    void clear();
}
