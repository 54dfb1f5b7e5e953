package io.millrace.collective.transport;

import java.util.concurrent.TimeUnit;

/** What a worker does while it waits for others. */
public interface Patience {

    /** How often {@link #alive} is called. */
    long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Only waits. */
    Patience PLAIN =
            new Patience() {
                @Override
                public <T> T pass(Wait<T> wait) throws InterruptedException {
                    return wait.call();
                }

                @Override
                public void alive() {}
            };

    /** Something that waits. */
    @FunctionalInterface
    interface Wait<T> {
        T call() throws InterruptedException;
    }

    /** Calls what waits; other workers may run the job's code meanwhile. */
    <T> T pass(Wait<T> wait) throws InterruptedException;

    /** Says that the worker is well; called every {@link #TICK_NANOS} while it waits. */
    void alive();
}
