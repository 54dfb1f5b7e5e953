package io.millrace.exchange.wire;

import io.millrace.exchange.frame.Incoming;
import io.millrace.exchange.frame.Outgoing;
import java.io.IOException;
import java.nio.channels.SelectionKey;

/** The way of a link's bytes to another worker and back. Used by the reactor's handlers. */
public interface Wire {

    /** Begins; the key is that of the link's socket. */
    void open(SelectionKey key) throws IOException;

    /**
     * Sends what can be sent without waiting, and the rest when there is room, in a call by the
     * link's handler. Returns whether any bytes went.
     */
    boolean write(Outgoing from) throws IOException;

    /** Whether all bytes that it took will arrive even if this process ends. */
    boolean isFlushed();

    /**
     * Passes on bytes that have come, if there are some, until other links have their turn. Returns
     * how many, or -1 if the other has ended the connection.
     */
    long read(Incoming to) throws IOException;

    /** The socket can be read, before {@link #read} is called for that reason. */
    default void called() {}

    /** Gives back everything except the connection itself. Idempotent. */
    void close();
}
