package io.millrace.files.listen;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The other end of one connection until its request is complete. */
@FunctionalInterface
public interface PendingConnection {

    /**
     * Reads the available bytes, and may write an answer that fits into the connection's buffer.
     *
     * @param channel non-blocking
     * @return whether the request is complete
     * @throws IOException if the request is invalid; the connection is then closed
     */
    boolean hear(SocketChannel channel) throws IOException;
}
