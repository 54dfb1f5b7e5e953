package io.millrace.exchange.call;

import io.millrace.exchange.connection.Introduction;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.secret.SharedSecret;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** An incoming connection, until its caller has proved that it is of the gang. */
final class Arrival implements Reactor.Handler {

    /** How long a caller may take to prove itself. */
    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(Caller.TIMEOUT_MILLIS);

    private final SocketChannel channel;
    private final Introduction introduction;
    private final Door door;
    private final long start = System.nanoTime();

    /** The destination of arrivals. */
    interface Door {

        /** A caller has proved itself; the door owns the channel from now on. */
        void admit(Hello hello, SocketChannel channel) throws IOException;

        /** An arrival is none any more, whether it was admitted or not. */
        void over(Arrival arrival);
    }

    Arrival(SocketChannel channel, SharedSecret secret, Door door) {
        this.channel = channel;
        this.introduction = new Introduction(secret, Hello.BYTES, Hello::decode);
        this.door = door;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (introduction.hear(channel)) {
            door.over(this);
            Reactor.park(key);
            door.admit(Hello.decode(introduction.hello()), channel);
        }
    }

    @Override
    public void tick(long now) throws IOException {
        if (now - start > MAX_NANOS) {
            throw new SocketTimeoutException("the caller did not prove itself in time");
        }
    }

    @Override
    public void lost(IOException why) {
        door.over(this);
    }

    /** Turns the caller away. */
    void refuse() {
        Reactor.close(channel);
    }
}
