package io.millrace.exchange.tcp;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.message.MessageIntake;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** A thread that takes memory for messages that are to come. */
final class MemoryTaker implements AutoCloseable {

    private final MemoryAccount memory;
    private final BlockingQueue<Optional<Runnable>> wanted = new LinkedBlockingQueue<>();
    private final Thread thread;

    MemoryTaker(MemoryAccount memory) {
        this.memory = memory;
        this.thread = Threads.create("millrace-exchange-memory", this::run);
        thread.start();
    }

    /**
     * Takes memory soon; {@code taken} owns it.
     *
     * @param failed called instead if the heap has no room: the sender would wait forever
     */
    void take(long length, Consumer<MessageIntake> taken, Consumer<OutOfMemoryError> failed) {
        wanted.add(
                Optional.of(() -> {
                    MessageIntake intake;
                    try {
                        intake = MessageIntake.take(memory, length);
                    } catch (OutOfMemoryError e) {
                        failed.accept(e);
                        return;
                    }
                    taken.accept(intake);
                }));
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
