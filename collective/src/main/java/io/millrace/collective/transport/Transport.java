package io.millrace.collective.transport;

import io.millrace.engine.memory.MemoryAccount;

/**
 * One worker's end of the connections of a gang, for as long as nobody leaves it. Messages between
 * two workers arrive in the order in which they were sent. Used by the worker's own thread only.
 */
public interface Transport extends AutoCloseable {

    /** The worker's number, from 0. */
    int rank();

    /** How many workers there are. */
    int size();

    /** What the messages that this worker writes are made of. */
    MemoryAccount memory();

    /**
     * Gives a message away, also if it cannot be sent. May wait until the other has taken earlier
     * ones, for at most a few.
     *
     * @throws GangBrokenException if a worker has left
     */
    void send(int to, Message message) throws GangBrokenException, InterruptedException;

    /**
     * The next message from a worker, which is the caller's, who closes it; waits for it.
     *
     * @throws GangBrokenException if a worker has left, and the message did not come before
     */
    Message receive(int from) throws GangBrokenException, InterruptedException;

    /**
     * Leaves before the loop is over; the others are told so when they wait for a message that was
     * not sent.
     */
    void leave();

    /**
     * Gives back what the connections hold, once the loop is over for all workers or this one has
     * left. What this worker has sent can still be received.
     */
    @Override
    void close();
}
