package io.millrace.exchange.shuffle;

import io.millrace.exchange.gang.GangBrokenException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Receives while there are messages from one worker, on one thread at a time, which is given back
 * between parts. Thread-safe.
 */
final class Reception {

    private final Receiving receiving;
    private final Executor threads;
    private final Consumer<GangBrokenException> whenBroken;

    /**
     * Messages that have come and were not received: negative for a moment if one was received
     * before it was reported. The thread that takes it from zero begins; so there is never another.
     */
    private final AtomicInteger waiting = new AtomicInteger();

    /** Receives messages of one worker. */
    @FunctionalInterface
    interface Receiving {

        /** Receives at least one message that has come; returns how many it has received. */
        int receive() throws GangBrokenException, InterruptedException;
    }

    /**
     * A reception that has not begun.
     *
     * @param whenBroken called once when nothing more will come
     */
    Reception(Receiving receiving, Executor threads, Consumer<GangBrokenException> whenBroken) {
        this.receiving = receiving;
        this.threads = threads;
        this.whenBroken = whenBroken;
    }

    /** A message has come, or the end. Does not wait. */
    void arrived() {
        if (waiting.getAndIncrement() == 0) {
            threads.execute(this::receive);
        }
    }

    private void receive() {
        try {
            while (waiting.addAndGet(-receiving.receive()) > 0) {
                // message by message, part by part
            }
        } catch (GangBrokenException e) {
            whenBroken.accept(e);
        } catch (InterruptedException e) {
            whenBroken.accept(new GangBrokenException("the exchange has ended"));
        } catch (RuntimeException | Error e) {
            whenBroken.accept(new GangBrokenException("a part could not be received: " + e));
            throw e;
        }
    }
}
