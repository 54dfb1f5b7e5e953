package io.millrace.exchange.orders;

import io.millrace.exchange.call.Caller;
import io.millrace.exchange.call.Callers;
import io.millrace.exchange.call.Hello;
import io.millrace.exchange.call.Listener;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Notice;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.call.TlsArrival;
import io.millrace.exchange.call.TlsCall;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.tls.GangTls;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Receives the calls of workers who want orders of the process that runs their job, wherever both
 * are. A caller gets in only if it proves that it has the gang's secret, and is sure that the other
 * side has it too; if the gang encrypts, TLS begins after that. Thread-safe.
 */
public final class WorkerCalls implements AutoCloseable {

    /** The content of the meeting place once there are no more orders. */
    private static final byte[] OVER = {};

    /** Calls for orders belong to no epoch. */
    private static final long EPOCH = 0;

    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long MAX_PAUSE_MILLIS = 1_000;

    private final long number;
    private final @Nullable GangTls tls;
    private final Reactor reactor;
    private final Callers<OrdersChannel> callers = new Callers<>();

    private WorkerCalls(long number, @Nullable GangTls tls, Reactor reactor) {
        this.number = number;
        this.tls = tls;
        this.reactor = reactor;
    }

    /**
     * Begins to listen, and says where.
     *
     * @param gang the name of the gang
     * @param place where callers look for the address
     */
    public static WorkerCalls listen(
            String gang, GangIdentity identity, Ports ports, MeetingPlace place)
            throws IOException {
        ServerSocketChannel server = ports.open();
        Reactor reactor = new Reactor("millrace-calls-io");
        boolean open = false;
        try {
            WorkerCalls calls = new WorkerCalls(Hello.gangNumber(gang), identity.tls(), reactor);
            // Callers notice if it is lost.
            Listener listener =
                    new Listener(server, reactor, identity.secret(), calls::admit, why -> {});
            reactor.execute(() -> listen(server, reactor, listener));
            Address address = new Address(ports.host(), server.socket().getLocalPort());
            place.publish(new Notice(calls.number, address).encode(identity.secret()));
            open = true;
            return calls;
        } finally {
            if (!open) {
                reactor.close();
                Reactor.close(server);
            }
        }
    }

    private static void listen(ServerSocketChannel server, Reactor reactor, Listener listener) {
        try {
            reactor.add(server, SelectionKey.OP_ACCEPT, listener);
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen at " + server, e); // it is new
        }
    }

    /** A caller has proved itself. Called by a handler. */
    private void admit(Hello hello, SocketChannel channel) throws IOException {
        if (hello.gang() != number || hello.purpose() != Hello.Purpose.ORDERS) {
            throw new IOException("the caller wants another process: " + hello);
        }
        if (tls == null) {
            add(hello, new OrdersChannel(channel, channel));
            return;
        }
        TlsArrival arrival =
                new TlsArrival(
                        tls.channel(channel, true),
                        hello,
                        secured -> add(hello, new OrdersChannel(channel, secured)));
        reactor.add(channel, SelectionKey.OP_READ, arrival);
    }

    private void add(Hello hello, OrdersChannel channel) throws IOException {
        reactor.release(channel.socket());
        callers.add(hello, channel);
    }

    /**
     * Waits for calls of all workers below a number.
     *
     * @return their connections by rank, which the caller owns; null for those that did not call in
     *     time
     */
    public List<@Nullable OrdersChannel> awaitAll(int workers, Duration limit)
            throws InterruptedException {
        List<@Nullable OrdersChannel> channels = new ArrayList<>();
        for (int rank = 0; rank < workers; rank++) {
            channels.add(null);
        }
        await(IntStream.range(0, workers).boxed().toList(), limit, channels);
        return channels;
    }

    /** Waits for the call of a worker; null if it does not call in time. */
    public @Nullable OrdersChannel await(int rank, Duration limit) throws InterruptedException {
        List<@Nullable OrdersChannel> channels = new ArrayList<>();
        for (int each = 0; each <= rank; each++) {
            channels.add(null);
        }
        await(List.of(rank), limit, channels);
        return channels.get(rank);
    }

    private void await(List<Integer> ranks, Duration limit, List<@Nullable OrdersChannel> channels)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean all = callers.await(EPOCH, ranks, deadline, WaitPolicy.PLAIN, channels);
        assert all == ranks.stream().allMatch(rank -> channels.get(rank) != null);
    }

    /**
     * Calls for orders, as soon as somebody listens.
     *
     * @param attempt the caller's attempt; a later one takes the place of an earlier one
     * @return a connection, which the caller closes; null if there are no more orders
     * @throws MissingWorkersException if nobody of the gang listens in time
     */
    public static @Nullable OrderCall call(
            String gang,
            GangIdentity identity,
            MeetingPlace place,
            int rank,
            int attempt,
            Duration limit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        long number = Hello.gangNumber(gang);
        Hello hello = new Hello(Hello.Purpose.ORDERS, number, EPOCH, rank, 0, attempt);
        IOException last = null;
        long pause = FIRST_PAUSE_MILLIS;
        while (System.nanoTime() - deadline < 0) {
            byte[] encoded = place.read();
            if (encoded != null && encoded.length == OVER.length) {
                return null;
            }
            Notice notice =
                    encoded == null ? null : Notice.decode(encoded, identity.secret()).orElse(null);
            if (encoded != null && notice != null && notice.gang() == number) {
                try {
                    return new OrderCall(call(notice.address(), hello, identity), place, encoded);
                } catch (IOException e) {
                    last = e; // that process has ended, or begins: its next notice comes
                }
            }
            Thread.sleep(pause);
            pause = Math.min(MAX_PAUSE_MILLIS, 2 * pause);
        }
        MissingWorkersException none =
                new MissingWorkersException(rank, gang, rank + 1, limit, List.of(0));
        if (last != null) {
            none.initCause(last);
        }
        throw none;
    }

    private static OrdersChannel call(Address address, Hello hello, GangIdentity identity)
            throws IOException {
        SocketChannel channel = new Caller(identity.secret()).call(address, hello);
        GangTls tls = identity.tls();
        return tls == null
                ? new OrdersChannel(channel, channel)
                : new OrdersChannel(channel, TlsCall.secure(tls, channel));
    }

    /** Tells workers that call from now on that there are no more orders. */
    public static void end(MeetingPlace place) throws IOException {
        place.publish(OVER);
    }

    /** Stops listening. Connections that were handed out stay open. */
    @Override
    public void close() {
        reactor.call(callers::close);
        reactor.close();
    }
}
