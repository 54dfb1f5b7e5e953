package io.millrace.files.listen;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** The other end of one connection, as long as it has not said what it wants. */
@FunctionalInterface
public interface Caller {

    /**
     * Reads what is there, and may answer with what fits the connection's buffer.
     *
     * @param channel does not block
     * @return whether the caller has said all
     * @throws IOException if it says something wrong; the connection is closed then
     */
    boolean hear(SocketChannel channel) throws IOException;
}
