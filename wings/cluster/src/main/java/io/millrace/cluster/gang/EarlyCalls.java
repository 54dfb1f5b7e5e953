package io.millrace.cluster.gang;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.orders.OrdersChannel;
import io.millrace.exchange.shuffle.NetworkTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The connections of the workers that called before the job began, by rank, until they get orders.
 * Some may get none: a job may have no tasks, or may not run at all. Thread-safe.
 */
final class EarlyCalls implements AutoCloseable {

    private static final long PROBE_SECONDS = 10;

    @GuardedBy("this")
    private final List<@Nullable OrdersChannel> channels;

    /** Takes ownership of connections; null for workers that have not called. */
    EarlyCalls(List<@Nullable OrdersChannel> channels) {
        this.channels = channels;
    }

    /** The workers that have not called. */
    synchronized List<Integer> missing() {
        List<Integer> missing = new ArrayList<>();
        for (int rank = 0; rank < channels.size(); rank++) {
            if (channels.get(rank) == null) {
                missing.add(rank);
            }
        }
        return missing;
    }

    /** The machines from which the workers have called, all of which have, by rank. */
    synchronized List<InetAddress> machines() throws IOException {
        List<InetAddress> machines = new ArrayList<>();
        for (OrdersChannel each : channels) {
            OrdersChannel called = Objects.requireNonNull(each, "a worker has not called");
            machines.add(((InetSocketAddress) called.address()).getAddress());
        }
        return machines;
    }

    /**
     * The network between the first worker's machine, which is the driver's, and another one; null
     * if there is no other, or if its worker does not answer.
     */
    @Nullable NetworkTimes network() throws IOException, InterruptedException {
        OrdersChannel away = awayFromDriver();
        return away == null ? null : measure(away);
    }

    private synchronized @Nullable OrdersChannel awayFromDriver() throws IOException {
        List<InetAddress> machines = machines();
        for (int rank = 1; rank < machines.size(); rank++) {
            if (!machines.get(rank).equals(machines.get(0))) {
                return channels.get(rank);
            }
        }
        return null;
    }

    /** A worker that does not answer loses its connection, and calls again if it lives. */
    private static @Nullable NetworkTimes measure(OrdersChannel channel)
            throws IOException, InterruptedException {
        CompletableFuture<NetworkTimes> measured = new CompletableFuture<>();
        Threads.create(
                        "millrace-gang-probe",
                        () -> {
                            try {
                                measured.complete(NetworkProbe.measure(channel.messages()));
                            } catch (IOException | RuntimeException e) {
                                measured.completeExceptionally(e);
                            }
                        })
                .start();
        try {
            return measured.get(PROBE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            channel.close();
            return null;
        }
    }

    /** Hands the connection of a worker over; null if it has none. */
    synchronized @Nullable OrdersChannel take(int rank) {
        return channels.set(rank, null);
    }

    /** Turns the workers away that got no orders. */
    @Override
    public synchronized void close() throws IOException {
        for (OrdersChannel each : channels) {
            if (each != null) {
                each.close();
            }
        }
    }
}
