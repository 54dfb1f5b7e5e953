package io.millrace.files.listen;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * A connection with a complete request. Its owner must close it, which makes room for another one.
 *
 * @param channel blocking
 */
public record AcceptedRequest<C extends PendingConnection>(
        C request, SocketChannel channel, Runnable released) implements Closeable {

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            released.run();
        }
    }
}
