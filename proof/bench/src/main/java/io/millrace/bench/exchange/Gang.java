package io.millrace.bench.exchange;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.config.TransportKind;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.local.LocalGang;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.tcp.TcpGang;
import io.millrace.exchange.tcp.TcpMember;
import io.millrace.exchange.ucx.Ucx;
import io.millrace.exchange.wire.WireKind;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Workers of one process that have met. Each may be used by a different thread. */
public final class Gang implements Closeable {

    /** The name of all gangs. */
    static final String NAME = "bench";

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration TIME = Duration.ofSeconds(60);
    private static final long BUDGET_BYTES = 256L << 20;
    private static final int SLAB_SPAN = 1 << 20;

    private final List<Rendezvous> rendezvous = new ArrayList<>();
    private final List<Transport> workers = new ArrayList<>();

    private Gang() {}

    /** Workers that exchange messages through memory. */
    static Gang inMemory(int size) throws Exception {
        Gang gang = new Gang();
        GangMember member = member(size);
        LocalGang local = new LocalGang(NAME, size);
        for (int i = 0; i < size; i++) {
            int rank = i;
            gang.rendezvous.add(() -> local.join(rank, member));
        }
        gang.meet();
        return gang;
    }

    /** Workers that exchange messages by TCP, through the loopback interface. */
    static Gang byTcp(int size) throws Exception {
        return apart(size, WireKind.SOCKETS);
    }

    /** Workers that exchange messages through mapped files, as separate processes do. */
    static Gang byRings(int size) throws Exception {
        return apart(size, WireKind.of(TransportKind.SHARED, null));
    }

    /** Workers that exchange messages through UCX. */
    static Gang byUcx(int size, Ucx ucx) throws Exception {
        return apart(size, WireKind.ucx(ucx));
    }

    private static Gang apart(int size, WireKind wireKind) throws Exception {
        Gang gang = new Gang();
        MeetingPlace place = new Notice();
        SharedSecret secret = SharedSecret.random();
        for (int rank = 0; rank < size; rank++) {
            gang.rendezvous.add(
                    TcpGang.open(member(size, rank, LOOPBACK, secret, wireKind), place));
        }
        gang.meet();
        return gang;
    }

    /** A worker that listens at a free port of a host. */
    public static TcpMember member(
            int size, int rank, String host, SharedSecret secret, WireKind wireKind) {
        return new TcpMember(member(size), rank, 0, secret, Ports.any(host), TIME, wireKind);
    }

    /** A worker of any gang, with its own memory. */
    static GangMember member(int size) {
        MemoryAccount memory =
                new MemoryBudget(BUDGET_BYTES, SLAB_SPAN, SLAB_SPAN)
                        .account(MemoryUse.MESSAGES, null);
        return new GangMember(NAME, size, WaitPolicy.PLAIN, TIME, memory);
    }

    private void meet() throws Exception {
        workers.addAll(together(rendezvous, Rendezvous::join));
    }

    /** The workers, by rank. */
    List<Transport> workers() {
        return workers;
    }

    /** Work of one worker. */
    @FunctionalInterface
    interface Work<W, T> {
        T of(W worker) throws Exception;
    }

    /** Runs the work of all workers at the same time; the results are by rank. */
    <T> List<T> run(Work<Transport, T> work) throws Exception {
        return together(workers, work);
    }

    private static <W, T> List<T> together(List<W> all, Work<W, T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        try {
            List<Future<T>> running = new ArrayList<>();
            for (W each : all) {
                running.add(threads.submit(() -> work.of(each)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            together(
                    workers,
                    worker -> {
                        worker.close();
                        return true;
                    });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IOException("cannot close the workers' connections", e);
        }
        rendezvous.forEach(Rendezvous::close);
    }
}
