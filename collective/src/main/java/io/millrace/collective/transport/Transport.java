package io.millrace.collective.transport;

/**
 * One worker's end of the connections of a gang, for as long as nobody leaves it. Messages between
 * two workers arrive in the order in which they were sent. Used by the worker's own thread only.
 */
public interface Transport {

    /** The worker's number, from 0. */
    int rank();

    /** How many workers there are. */
    int size();

    /**
     * Hands a message on. May wait until the other has taken earlier ones, for at most a few.
     *
     * @throws GangBrokenException if a worker has left
     */
    void send(int to, byte[] message) throws GangBrokenException, InterruptedException;

    /**
     * The next message from a worker, which is the caller's; waits for it.
     *
     * @throws GangBrokenException if a worker has left, and the message did not come before
     */
    byte[] receive(int from) throws GangBrokenException, InterruptedException;

    /**
     * Leaves before the loop is over; the others are told so when they wait for a message that was
     * not sent.
     */
    void leave();
}
