package io.millrace.exchange.call;

import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.secret.SharedSecret;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections. A caller reaches a handler only once it has proved itself. Used by the
 * reactor's handlers, by one thread at a time.
 */
public final class Listener implements Reactor.Handler, Arrival.Door {

    private static final System.Logger LOG = System.getLogger("io.millrace.exchange");

    /** How many callers may be proving themselves at a time; the oldest make way. */
    private static final int MAX_ARRIVALS = 256;

    private final ServerSocketChannel server;
    private final Reactor reactor;
    private final SharedSecret secret;
    private final Admission admission;
    private final Consumer<IOException> whenLost;
    private final Deque<Arrival> arrivals = new ArrayDeque<>();

    /** The server's key while no caller can be accepted; otherwise null. */
    private @Nullable SelectionKey paused;

    /** Why no caller could be accepted, until one is; null otherwise. */
    private @Nullable IOException shortage;

    /** Admits callers that have proved themselves. */
    @FunctionalInterface
    public interface Admission {
        void admit(Hello hello, SocketChannel channel) throws IOException;
    }

    /**
     * A listener to be added to a reactor.
     *
     * @param whenLost called by a handler when nobody can call any more
     */
    public Listener(
            ServerSocketChannel server,
            Reactor reactor,
            SharedSecret secret,
            Admission admission,
            Consumer<IOException> whenLost) {
        this.server = server;
        this.reactor = reactor;
        this.secret = secret;
        this.admission = admission;
        this.whenLost = whenLost;
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        SocketChannel channel = accept(key);
        if (channel == null) {
            return;
        }
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Arrival arrival = new Arrival(channel, secret, this);
            reactor.add(channel, SelectionKey.OP_READ, arrival);
            arrivals.add(arrival);
        } catch (IOException e) {
            Reactor.close(channel); // it has gone already
        }
        if (arrivals.size() > MAX_ARRIVALS) {
            arrivals.remove().refuse();
        }
    }

    /**
     * Null if nobody calls, or if the process has no descriptor for a caller now. To log that takes
     * descriptors as well, so it is logged afterwards.
     */
    private @Nullable SocketChannel accept(SelectionKey key) throws IOException {
        try {
            SocketChannel channel = server.accept();
            if (shortage != null) {
                LOG.log(System.Logger.Level.WARNING, "callers had to wait", shortage);
                shortage = null;
            }
            return channel;
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            shortage = e;
            key.interestOps(0);
            paused = key;
            return null;
        }
    }

    /** Accepts again after a moment; callers wait in the system's queue. */
    @Override
    public void tick(long now) {
        if (paused != null) {
            paused.interestOps(SelectionKey.OP_ACCEPT);
            paused = null;
        }
    }

    @Override
    public void admit(Hello hello, SocketChannel channel) throws IOException {
        admission.admit(hello, channel);
    }

    @Override
    public void over(Arrival arrival) {
        arrivals.remove(arrival);
    }

    @Override
    public void lost(IOException why) {
        whenLost.accept(why);
    }
}
