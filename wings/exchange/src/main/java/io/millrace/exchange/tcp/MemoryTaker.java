package io.millrace.exchange.tcp;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.message.MessageIntake;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A thread that takes memory for messages that are to come. */
final class MemoryTaker implements AutoCloseable {

    /** Enough to say that the heap is full. */
    private static final int RESERVE_BYTES = 64 * 1024;

    private static final long PAUSE_MILLIS = 10;

    private final MemoryAccount memory;
    private final BlockingQueue<Optional<Runnable>> wanted = new LinkedBlockingQueue<>();
    private final Thread thread;

    /** Memory that is given up when the heap is full. Used by the thread only. */
    @SuppressWarnings("UnusedVariable") // nobody reads it
    private byte @Nullable [] reserve = new byte[RESERVE_BYTES];

    MemoryTaker(MemoryAccount memory) {
        this.memory = memory;
        this.thread = Threads.create("millrace-exchange-memory", this::run);
        thread.start();
    }

    /**
     * Takes memory soon; {@code taken} owns it.
     *
     * @param failed called if the heap has no room for the message, or for what {@code taken} does
     *     with it: the sender would wait forever
     */
    void take(long length, Consumer<MessageIntake> taken, Consumer<OutOfMemoryError> failed) {
        wanted.add(
                Optional.of(() -> {
                    try {
                        taken.accept(MessageIntake.take(memory, length));
                    } catch (OutOfMemoryError e) {
                        report(e, failed);
                    }
                }));
    }

    /** Other threads may take what this one gives up, before it has told of its failure. */
    private void report(OutOfMemoryError failure, Consumer<OutOfMemoryError> failed) {
        reserve = null;
        while (true) {
            try {
                failed.accept(failure);
                return;
            } catch (OutOfMemoryError again) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            }
        }
    }

    private void run() {
        try {
            Optional<Runnable> next = wanted.take();
            while (next.isPresent()) {
                next.get().run();
                next = wanted.take();
            }
        } catch (InterruptedException e) {
            // An interrupt is meant to end it.
        }
    }

    /** Waits until all memory that was wanted is taken and handed on, and ends. */
    @Override
    public void close() {
        wanted.add(Optional.empty()); // the end
        Threads.join(thread);
    }
}
