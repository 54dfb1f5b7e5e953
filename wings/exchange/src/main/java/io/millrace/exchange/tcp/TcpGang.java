package io.millrace.exchange.tcp;

import io.millrace.exchange.call.Caller;
import io.millrace.exchange.call.Callers;
import io.millrace.exchange.call.Hello;
import io.millrace.exchange.call.Listener;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Notice;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.enrolment.Coordinator;
import io.millrace.exchange.enrolment.Enrolling;
import io.millrace.exchange.enrolment.Table;
import io.millrace.exchange.enrolment.TableWait;
import io.millrace.exchange.frame.FrameMaker;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.wire.Wires;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A worker's end of a gang whose workers may be on several machines. It listens as long as it is
 * open, meets the others as often as the gang breaks, and is the gang's coordinator if its rank is
 * 0. Used by the worker's thread.
 */
public final class TcpGang implements Rendezvous {

    /** How long workers that have met may take to connect with each other. */
    private static final long LINK_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** How often a worker that waits looks for another coordinator. */
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long MAX_PAUSE_MILLIS = 1_000;
    private static final long FIRST_PAUSE_MILLIS = 20;

    private final TcpMember self;
    private final GangMember member;
    private final MeetingPlace place;
    private final long number;
    private final Reactor reactor;
    private final Address address;
    private final Caller caller;
    private final Callers<SocketChannel> callers = new Callers<>();

    /** Used by the reactor's handlers; null unless this is the first worker. */
    private final @Nullable Coordinator coordinator;

    private volatile @Nullable TcpTransport current;

    /** Why nobody can call this worker any more; null while others can. */
    private volatile @Nullable IOException deaf;

    /** Why the meeting place could not be read the last time; null if it could. */
    private @Nullable IOException unread;

    private TcpGang(TcpMember self, MeetingPlace place, ServerSocketChannel server, Reactor reactor)
            throws IOException {
        this.self = self;
        this.member = self.member();
        this.place = place;
        this.reactor = reactor;
        this.number = Hello.gangNumber(member.gang());
        this.caller = new Caller(self.secret());
        int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
        this.address = new Address(self.ports().host(), port);
        this.coordinator =
                self.rank() == 0
                        ? new Coordinator(member.size(), (long) self.attempt() << 32, this::breakUp)
                        : null;
    }

    /**
     * Begins to listen. The caller closes the gang.
     *
     * @throws IOException if there is no free port, or the meeting place cannot be written to
     */
    public static TcpGang open(TcpMember self, MeetingPlace place) throws IOException {
        ServerSocketChannel server = self.ports().open();
        Reactor reactor = new Reactor("millrace-exchange-io");
        boolean open = false;
        try {
            TcpGang gang = new TcpGang(self, place, server, reactor);
            Listener listener =
                    new Listener(server, reactor, self.secret(), gang::admit, gang::deafened);
            reactor.execute(() -> gang.listen(server, listener));
            if (self.rank() == 0) {
                place.publish(new Notice(gang.number, gang.address).encode(self.secret()));
            }
            open = true;
            return gang;
        } finally {
            if (!open) {
                reactor.close();
                Reactor.close(server);
            }
        }
    }

    private void listen(ServerSocketChannel server, Listener listener) {
        try {
            reactor.add(server, SelectionKey.OP_ACCEPT, listener);
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen at " + address, e); // it is new
        }
    }

    private void deafened(IOException why) {
        deaf = why;
    }

    private void requireListening() throws IOException {
        IOException why = deaf;
        if (why != null) {
            throw new IOException("no worker can call worker " + self.rank() + " any more", why);
        }
    }

    private void breakUp(String why) {
        TcpTransport transport = current;
        if (transport != null) {
            transport.breakUp(why);
        }
    }

    /** A caller has proved itself. Called by a handler. */
    private void admit(Hello hello, SocketChannel channel) throws IOException {
        if (hello.gang() != number || hello.to() != self.rank()) {
            throw new IOException("the caller wants another worker: " + hello);
        }
        switch (hello.purpose()) {
            case LINK -> callers.add(hello, channel);
            case ENROL -> {
                if (coordinator == null) {
                    throw new IOException("worker " + self.rank() + " is not the coordinator");
                }
                Enrolling.serve(hello, channel, reactor, coordinator);
            }
            default -> throw new IllegalStateException(hello.toString());
        }
    }

    @Override
    public Transport join() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + member.time().toNanos();
        while (true) {
            Table table = enrol(deadline);
            TcpTransport transport = meet(table);
            if (transport != null) {
                current = transport;
                return transport;
            }
        }
    }

    private Table enrol(long deadline) throws IOException, InterruptedException {
        List<Integer> missing = missingAtFirst();
        long pause = FIRST_PAUSE_MILLIS;
        while (System.nanoTime() - deadline < 0) {
            requireListening();
            TableWait wait = new TableWait(missing);
            Notice notice = coordinator == null ? notice() : null;
            Runnable withdrawal = begin(notice, wait);
            try {
                Table table = await(wait, notice, deadline);
                if (table != null) {
                    return table;
                }
                missing = wait.missing();
            } finally {
                withdrawal.run();
            }
            sleep(pause);
            pause = Math.min(MAX_PAUSE_MILLIS, 2 * pause);
        }
        MissingWorkersException none =
                new MissingWorkersException(
                        self.rank(), member.gang(), member.size(), member.time(), missing);
        if (unread != null) {
            none.initCause(unread);
        }
        throw none;
    }

    /** Those that a worker waits for before it has news: the coordinator, or all others. */
    private List<Integer> missingAtFirst() {
        return coordinator == null
                ? List.of(0)
                : IntStream.range(1, member.size()).boxed().toList();
    }

    /**
     * Enrols; the wait ends if there is no coordinator yet, or not any more. The result takes the
     * enrolment back.
     */
    private Runnable begin(@Nullable Notice notice, TableWait wait) {
        Coordinator own = coordinator;
        if (own != null) {
            reactor.execute(() -> own.enrol(0, self.attempt(), address, wait));
            return () -> reactor.call(() -> own.withdraw(0, wait));
        }
        if (notice == null || notice.gang() != number) {
            wait.lost();
            return () -> {};
        }
        Hello hello = new Hello(Hello.Purpose.ENROL, number, 0, self.rank(), 0, self.attempt());
        try {
            return Enrolling.begin(caller.call(notice.address(), hello), address, reactor, wait);
        } catch (IOException e) {
            wait.lost(); // it has ended, or begins: its next notice comes
            return () -> {};
        }
    }

    /**
     * Waits for the table, as long as the notice is the last one: the process of a coordinator that
     * was replaced may still run. Null if it is not, or if the wait has ended without a table.
     */
    private @Nullable Table await(TableWait wait, @Nullable Notice notice, long deadline)
            throws IOException, InterruptedException {
        while (true) {
            requireListening();
            long check = System.nanoTime() + CHECK_NANOS;
            Table table = wait.await(check - deadline < 0 ? check : deadline, member.waitPolicy());
            boolean over = table != null || wait.isLost() || System.nanoTime() - deadline >= 0;
            if (over || (notice != null && !notice.equals(notice()))) {
                return table;
            }
        }
    }

    /** Null if there is none, or none can be read now: the process may lack descriptors. */
    private @Nullable Notice notice() throws IOException {
        byte[] encoded;
        try {
            encoded = place.read();
            unread = null;
        } catch (IOException e) {
            unread = e;
            return null;
        }
        return encoded == null ? null : Notice.decode(encoded, self.secret()).orElse(null);
    }

    private void sleep(long millis) throws InterruptedException {
        member.waitPolicy()
                .pass(() -> {
                    Thread.sleep(millis);
                    return true;
                });
        member.waitPolicy().alive();
    }

    /** Connects with all workers of a table; null if one was lost meanwhile. */
    private @Nullable TcpTransport meet(Table table) throws InterruptedException {
        long deadline = System.nanoTime() + LINK_NANOS;
        int rank = self.rank();
        List<@Nullable SocketChannel> channels = new ArrayList<@Nullable SocketChannel>();
        for (int other = 0; other < member.size(); other++) {
            channels.add(null);
        }
        boolean met = false;
        try {
            for (int other = 0; other < rank; other++) {
                Hello hello =
                        new Hello(
                                Hello.Purpose.LINK,
                                number,
                                table.epoch(),
                                rank,
                                other,
                                self.attempt());
                channels.set(other, caller.call(table.addresses().get(other), hello));
                member.waitPolicy().alive();
            }
            List<Integer> after = IntStream.range(rank + 1, member.size()).boxed().toList();
            met = callers.await(table.epoch(), after, deadline, member.waitPolicy(), channels);
        } catch (IOException e) {
            return null; // the others notice that as well, and enrol again
        } finally {
            if (!met) {
                channels.forEach(Reactor::close);
            }
        }
        return met ? transport(table, channels) : null;
    }

    private TcpTransport transport(Table table, List<@Nullable SocketChannel> channels) {
        FrameMaker frames = new FrameMaker(number, table.epoch(), self.rank(), self.attempt());
        Wires wires = new Wires(reactor, self.wireKind().begin(), self.wireKind().tls());
        TcpTransport transport = new TcpTransport(self.rank(), member, table, wires);
        List<@Nullable Link> links = new ArrayList<>();
        for (SocketChannel channel : channels) {
            links.add(
                    channel == null
                            ? null
                            : new Link(
                                    links.size(),
                                    channel,
                                    reactor,
                                    transport.inbox(),
                                    transport.taker(),
                                    transport.memory(),
                                    frames,
                                    wires,
                                    self.silence().toNanos()));
        }
        transport.open(links);
        return transport;
    }

    /** Stops listening. Transports must be closed before. */
    @Override
    public void close() {
        reactor.call(callers::close);
        reactor.close();
    }
}
