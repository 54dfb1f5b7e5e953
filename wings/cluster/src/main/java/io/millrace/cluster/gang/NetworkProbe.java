package io.millrace.cluster.gang;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.connection.Sendable;
import io.millrace.exchange.shuffle.NetworkTimes;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Measures the way from the driver to a worker, over the connection for orders, before the first
 * order. With TLS, the times include encryption, as those of the exchange do.
 */
final class NetworkProbe {

    /** Where the first order has the rank of its worker. */
    private static final int PROBE = -1;

    private static final int ROUND_TRIPS = 8;
    private static final int TRANSFERS = 3;

    /** A transfer of 2 ms at 1 Gbit/s. */
    private static final int BYTES = 256 * 1024;

    private NetworkProbe() {}

    /** A message that the other side answers once it has come. */
    private record Probe(byte[] load) implements Sendable {
        @Override
        public void writeTo(DataOutput out) throws IOException {
            out.writeInt(PROBE);
            out.write(load);
        }
    }

    /** Sends probes to a worker, which {@link #awaitOrder} answers: the shortest times count. */
    static NetworkTimes measure(MessageChannel worker) throws IOException {
        long roundTrip = shortest(worker, new byte[0], ROUND_TRIPS);
        long transfer = shortest(worker, new byte[BYTES], TRANSFERS);
        return NetworkTimes.ofNanos(
                roundTrip / 2.0, Math.max(0, transfer - roundTrip) / (double) BYTES);
    }

    private static long shortest(MessageChannel worker, byte[] load, int times) throws IOException {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            worker.send(new Probe(load));
            worker.receive();
            shortest = Math.min(shortest, System.nanoTime() - start);
        }
        return shortest;
    }

    /** Waits for a worker's first order, and answers the probes that come before it. */
    static DataInputStream awaitOrder(MessageChannel driver) throws IOException {
        while (true) {
            DataInputStream message = driver.receive();
            message.mark(Integer.BYTES);
            if (message.readInt() != PROBE) {
                message.reset();
                return message;
            }
            driver.send(new Probe(new byte[0]));
        }
    }
}
