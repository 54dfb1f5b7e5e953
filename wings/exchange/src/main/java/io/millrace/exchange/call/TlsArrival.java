package io.millrace.exchange.call;

import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.TlsChannel;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.TimeUnit;

/** An incoming connection of a worker, until the handshake of TLS is over. */
public final class TlsArrival implements Reactor.Handler {

    private static final System.Logger LOG = System.getLogger("io.millrace.exchange");
    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(Caller.TIMEOUT_MILLIS);

    private final TlsChannel channel;
    private final Hello hello;
    private final Door door;
    private final long start = System.nanoTime();

    /** The destination of connections. */
    @FunctionalInterface
    public interface Door {

        /** The handshake is over; the door owns the connection from now on. */
        void admit(TlsChannel channel) throws IOException;
    }

    /** The arrival of a caller, who has proved itself. */
    public TlsArrival(TlsChannel channel, Hello hello, Door door) {
        this.channel = channel;
        this.hello = hello;
        this.door = door;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        boolean secured = channel.handshake();
        if (secured && channel.isFlushed()) {
            door.admit(channel);
        } else {
            key.interestOps(
                    SelectionKey.OP_READ | (channel.isFlushed() ? 0 : SelectionKey.OP_WRITE));
        }
    }

    @Override
    public void tick(long now) throws IOException {
        if (now - start > MAX_NANOS) {
            throw new SocketTimeoutException("it did not begin TLS in time");
        }
    }

    @Override
    public void lost(IOException why) {
        LOG.log(
                System.Logger.Level.WARNING,
                "the call of worker " + hello.from() + " was refused: " + why.getMessage());
    }
}
