package io.millrace.workers.fork.wire;

import io.millrace.exchange.connection.MessageChannel;

/**
 * Counts how long the other process has sent nothing: it is stopped, its machine is, or the network
 * is cut. Such a connection does not end.
 *
 * <p>It counts seconds in which this process runs. A process that was stopped itself, as with the
 * whole machine, does not take its own pause for the silence of all others. Used by one thread at a
 * time.
 */
public final class Silence {

    private final MessageChannel channel;
    private final int limit;
    private long arrivals;
    private int seconds;

    /**
     * Begins to count.
     *
     * @param limit the number of seconds that is too long
     */
    public Silence(MessageChannel channel, int limit) {
        this.channel = channel;
        this.limit = limit;
        this.arrivals = channel.arrivals();
    }

    /** A second is over in which this process ran; whether the silence is too long by now. */
    public boolean isTooLong() {
        long now = channel.arrivals();
        seconds = now == arrivals ? seconds + 1 : 0;
        arrivals = now;
        return seconds >= limit;
    }
}
