package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Measures a transport when its workers have just met: each of one half of the gang sends messages
 * to one of the other half and back, all pairs at the same time, because all workers of an
 * algorithm send at the same time. Messages consist of numbers, like most tables: writing and
 * reading numbers takes longer than moving them. Takes a few milliseconds, and longer if the JVM
 * has not yet compiled this code.
 */
public final class Measurement {

    /** A few numbers at a time, because the JVM soon compiles a method that is often called. */
    private static final int BLOCK_NUMBERS = 16;

    private static final int LARGE_BLOCKS = 128;
    private static final int SMALL_TRIPS = 8;
    private static final int LARGE_TRIPS = 5;

    private final Transport transport;
    private final int partner;

    private Measurement(Transport transport, int partner) {
        this.transport = transport;
        this.partner = partner;
    }

    /**
     * The model of a transport with the constants of the slowest pair; all workers call it, and get
     * the same.
     */
    public static Hockney of(Transport transport) throws IOException, InterruptedException {
        int rank = transport.rank();
        int half = transport.size() / 2;
        Hockney own = new Hockney(0, 0);
        if (rank < half) {
            own = new Measurement(transport, rank + half).ask();
        } else if (rank < 2 * half) {
            new Measurement(transport, rank - half).answer();
        }
        return slowest(transport, own);
    }

    private static Hockney slowest(Transport transport, Hockney own)
            throws IOException, InterruptedException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            own.write(out);
            return Algorithm.AUTO
                    .collective()
                    .allGather(transport, out.finish(), Hockney::read)
                    .stream()
                    .reduce(own, Hockney::slower);
        }
    }

    private Hockney ask() throws IOException, InterruptedException {
        double latency = fastestTrip(0, SMALL_TRIPS) / 2.0;
        double large = fastestTrip(LARGE_BLOCKS, LARGE_TRIPS) / 2.0;
        int bytes = LARGE_BLOCKS * BLOCK_NUMBERS * Double.BYTES;
        return new Hockney(latency, Math.max(0, large - latency) / bytes);
    }

    /** The fastest of some round trips: others contain disturbances, and code not yet compiled. */
    private long fastestTrip(int blocks, int trips) throws IOException, InterruptedException {
        long fastest = Long.MAX_VALUE;
        for (int i = 0; i < trips; i++) {
            long start = System.nanoTime();
            send(blocks);
            receive(blocks);
            fastest = Math.min(fastest, System.nanoTime() - start);
        }
        return fastest;
    }

    private void answer() throws IOException, InterruptedException {
        for (int i = 0; i < SMALL_TRIPS; i++) {
            receive(0);
            send(0);
        }
        for (int i = 0; i < LARGE_TRIPS; i++) {
            receive(LARGE_BLOCKS);
            send(LARGE_BLOCKS);
        }
    }

    private void send(int blocks) throws IOException, InterruptedException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            for (int i = 0; i < blocks; i++) {
                writeBlock(out);
            }
            transport.send(partner, out.finish());
        }
    }

    private static void writeBlock(DataOutput out) throws IOException {
        for (int i = 0; i < BLOCK_NUMBERS; i++) {
            out.writeDouble(i);
        }
    }

    private void receive(int blocks) throws IOException, InterruptedException {
        try (Message message = transport.receive(partner)) {
            DataInput in = message.open();
            for (int i = 0; i < blocks; i++) {
                readBlock(in);
            }
        }
    }

    private static void readBlock(DataInput in) throws IOException {
        for (int i = 0; i < BLOCK_NUMBERS; i++) {
            in.readDouble();
        }
    }
}
