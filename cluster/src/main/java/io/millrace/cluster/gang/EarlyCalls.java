package io.millrace.cluster.gang;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.tcp.OrdersChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections of the workers that called before the job began, by rank, until they get orders.
 * Some may get none: a job may have no tasks, or may not run at all. Thread-safe.
 */
final class EarlyCalls implements AutoCloseable {

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

    /** The number of machines from which workers have called. */
    synchronized int machines() throws IOException {
        Set<InetAddress> machines = new HashSet<>();
        for (OrdersChannel each : channels) {
            if (each != null && each.address() instanceof InetSocketAddress address) {
                machines.add(address.getAddress());
            }
        }
        return machines.size();
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
