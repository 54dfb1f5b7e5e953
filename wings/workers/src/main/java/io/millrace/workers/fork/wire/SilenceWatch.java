package io.millrace.workers.fork.wire;

import io.millrace.exchange.gang.Threads;

/**
 * Notices that the other process of a link has sent nothing for some time: it is stopped, its
 * machine is, or the network is cut. Such a link does not end.
 *
 * <p>It counts seconds in which this process runs. A process that was stopped itself, as with the
 * whole machine, does not take its own pause for the silence of all others.
 */
public final class SilenceWatch {

    private static final long SECOND_MILLIS = 1000;

    private final Link link;
    private final int limit;
    private final Runnable everySecond;
    private final Runnable whenSilent;

    private SilenceWatch(Link link, int limit, Runnable everySecond, Runnable whenSilent) {
        this.link = link;
        this.limit = limit;
        this.everySecond = everySecond;
        this.whenSilent = whenSilent;
    }

    /**
     * Watches until the link is closed.
     *
     * @param name of the thread
     * @param seconds of silence, after which {@code whenSilent} is called once
     * @param everySecond must not wait
     */
    public static void start(
            String name, Link link, int seconds, Runnable everySecond, Runnable whenSilent) {
        SilenceWatch watch = new SilenceWatch(link, seconds, everySecond, whenSilent);
        Threads.create(name, watch::run).start();
    }

    private void run() {
        try {
            long arrivals = link.arrivals();
            for (int silent = 0; silent < limit; silent++) {
                Thread.sleep(SECOND_MILLIS);
                if (!link.isOpen()) {
                    return;
                }
                everySecond.run();
                if (link.arrivals() != arrivals) {
                    arrivals = link.arrivals();
                    silent = -1;
                }
            }
        } catch (InterruptedException e) {
            return; // nothing interrupts it
        }
        whenSilent.run();
    }
}
