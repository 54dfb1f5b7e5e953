package io.millrace.engine.job.pool;

import io.millrace.engine.job.pool.FairPool.Lane;

/** The map threads of the process of a job, which are a pool's. Thread-safe. */
public final class PooledMapThreads implements MapThreads {

    private final FairPool pool;

    /** Comes after all map tasks. */
    private final Lane last;

    public PooledMapThreads(FairPool pool) {
        this.pool = pool;
        this.last = pool.openLane(1, () -> Integer.MIN_VALUE);
    }

    @Override
    public void whenIdle(Runnable work) {
        last.execute(work);
    }

    @Override
    public void dropWaiting() {
        last.dropWaiting();
    }

    @Override
    public boolean tasksWait() {
        return last.othersWait();
    }

    @Override
    public int idle() {
        return pool.idle();
    }
}
