package io.millrace.workers.fork.wire;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.gang.Threads;

/** Notices the {@link Silence} of a connection on which this process waits for messages. */
public final class SilenceWatch {

    private static final long SECOND_MILLIS = 1000;

    private SilenceWatch() {}

    /**
     * Watches until the channel is closed.
     *
     * @param name of the thread
     * @param seconds of silence, after which {@code whenSilent} is called once
     */
    public static void start(
            String name, MessageChannel channel, int seconds, Runnable whenSilent) {
        Silence silence = new Silence(channel, seconds);
        Threads.create(name, () -> watch(channel, silence, whenSilent)).start();
    }

    private static void watch(MessageChannel channel, Silence silence, Runnable whenSilent) {
        try {
            do {
                Thread.sleep(SECOND_MILLIS);
                if (!channel.isOpen()) {
                    return;
                }
            } while (!silence.isTooLong());
        } catch (InterruptedException e) {
            return; // nothing interrupts it
        }
        whenSilent.run();
    }
}
