package io.millrace.workers.fork.wire;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.gang.Threads;

/**
 * Notices that the other process has sent nothing for some time: it is stopped, its machine is, or
 * the network is cut. Such a connection does not end.
 *
 * <p>It counts seconds in which this process runs. A process that was stopped itself, as with the
 * whole machine, does not take its own pause for the silence of all others.
 */
public final class SilenceWatch {

    private static final long SECOND_MILLIS = 1000;

    private final MessageChannel channel;
    private final int limit;
    private final Runnable everySecond;
    private final Runnable whenSilent;

    private SilenceWatch(
            MessageChannel channel, int limit, Runnable everySecond, Runnable whenSilent) {
        this.channel = channel;
        this.limit = limit;
        this.everySecond = everySecond;
        this.whenSilent = whenSilent;
    }

    /**
     * Watches until the channel is closed.
     *
     * @param name of the thread
     * @param seconds of silence, after which {@code whenSilent} is called once
     * @param everySecond must not wait
     */
    public static void start(
            String name,
            MessageChannel channel,
            int seconds,
            Runnable everySecond,
            Runnable whenSilent) {
        SilenceWatch watch = new SilenceWatch(channel, seconds, everySecond, whenSilent);
        Threads.create(name, watch::run).start();
    }

    private void run() {
        try {
            long arrivals = channel.arrivals();
            for (int silent = 0; silent < limit; silent++) {
                Thread.sleep(SECOND_MILLIS);
                if (!channel.isOpen()) {
                    return;
                }
                everySecond.run();
                if (channel.arrivals() != arrivals) {
                    arrivals = channel.arrivals();
                    silent = -1;
                }
            }
        } catch (InterruptedException e) {
            return; // nothing interrupts it
        }
        whenSilent.run();
    }
}
