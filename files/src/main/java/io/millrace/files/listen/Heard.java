package io.millrace.files.listen;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * A connection whose caller has said all. Whoever has it must close it, which makes room for
 * another one.
 *
 * @param channel blocks
 */
public record Heard<C extends Caller>(C caller, SocketChannel channel, Runnable released)
        implements Closeable {

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            released.run();
        }
    }
}
