package io.millrace.exchange.gang;

import java.util.concurrent.TimeUnit;

/** A worker's behaviour while it waits for others. */
public interface WaitPolicy {

    /** How often {@link #alive} is called. */
    long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Waits without doing anything. */
    WaitPolicy PLAIN =
            new WaitPolicy() {
                @Override
                public <T> T pass(Wait<T> wait) throws InterruptedException {
                    return wait.call();
                }

                @Override
                public void alive() {}
            };

    /** A blocking call. */
    @FunctionalInterface
    interface Wait<T> {
        T call() throws InterruptedException;
    }

    /** Runs a blocking call; other workers may run the job's code meanwhile. */
    <T> T pass(Wait<T> wait) throws InterruptedException;

    /**
     * Reports a sign of life; called every {@link #TICK_NANOS} while the worker waits.
     *
     * @throws RuntimeException to end the wait
     */
    void alive();
}
