package io.millrace.exchange.call;

import io.millrace.exchange.connection.Address;
import io.millrace.exchange.connection.Introduction;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.secret.SharedSecret;
import java.io.IOException;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** Calls other workers, on the calling thread. */
public final class Caller {

    /** How long another worker may take to answer. */
    static final int TIMEOUT_MILLIS = 5_000;

    private final SharedSecret secret;

    public Caller(SharedSecret secret) {
        this.secret = secret;
    }

    /**
     * Connects with a worker; both sides have proved themselves when it returns. The caller owns
     * the channel.
     *
     * @throws IOException if it does not answer in time, or is not of this gang
     */
    public SocketChannel call(Address address, Hello hello) throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean connected = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Socket socket = channel.socket();
            socket.connect(address.resolve(), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            Introduction.introduce(
                    socket.getInputStream(),
                    socket.getOutputStream(),
                    secret,
                    hello.encode(),
                    "the process at " + address + " is not a worker of this gang");
            connected = true;
            return channel;
        } catch (IllegalArgumentException e) {
            throw new IOException("no worker can be called at " + address + ": " + e, e);
        } finally {
            if (!connected) {
                Reactor.close(channel);
            }
        }
    }
}
