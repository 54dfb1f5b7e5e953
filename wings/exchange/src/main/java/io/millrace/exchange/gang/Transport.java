package io.millrace.exchange.gang;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.message.Message;
import java.util.function.IntConsumer;

/**
 * One worker's end of the connections of a gang, until a worker leaves. Messages between two
 * workers arrive in the order in which they were sent. At most one thread at a time sends to a
 * worker, and at most one receives from it; these may be several threads.
 */
public interface Transport extends AutoCloseable {

    /** The worker's number, from 0. */
    int rank();

    /** Number of workers. */
    int size();

    /** The machine of a worker: its name is the same for all workers of that machine. */
    String machine(int worker);

    /** Memory for the messages that this worker writes. */
    MemoryAccount memory();

    /**
     * Sends a message and takes ownership of it, even if it cannot be sent. Waits while the
     * receiver has a few untaken messages.
     *
     * @throws GangBrokenException if a worker has left
     */
    void send(int to, Message message) throws GangBrokenException, InterruptedException;

    /**
     * Sends a message without waiting, and takes ownership of it: it goes as soon as the receiver
     * has room, and before messages whose senders wait for that. For answers, of which there are
     * never more than messages. Posted messages may pass each other and others; a gang that has
     * broken drops them. Any thread may call this.
     */
    void post(int to, Message message);

    /**
     * Tells a listener of each message that can be received, also of those that are here already,
     * and at last that nothing more comes from a worker. Called at most once.
     *
     * @param listener receives the number of the worker; must not wait
     */
    void whenArrived(IntConsumer listener);

    /**
     * Waits for the next message from a worker. The caller owns the message and closes it.
     *
     * @throws GangBrokenException if a worker has left and the message did not arrive before
     */
    Message receive(int from) throws GangBrokenException, InterruptedException;

    /**
     * Leaves before the loop has ended; the others get an exception when they wait for a message
     * that was not sent.
     */
    void leave();

    /**
     * Releases the connections' memory, once the loop has ended for all workers or this one has
     * left. Messages of this worker can still be received.
     */
    @Override
    void close();
}
