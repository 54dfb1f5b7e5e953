package io.millrace.collective.algorithm;

import io.millrace.collective.algorithm.Gathering.Pieces;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gathers the workers' messages as a combining operation on sets of messages by rank. Owns all
 * messages until it is closed. Used by one thread.
 */
final class Gathering implements Merging<Pieces>, AutoCloseable {

    private static final int COPY_BYTES = 4 * 1024;

    private final Transport transport;
    private final List<Message> held = new ArrayList<>();
    private final byte[] buffer = new byte[COPY_BYTES];
    private final Pieces own = new Pieces(new TreeMap<>());

    /** Starts with the worker's message {@code own} and takes ownership of it. */
    Gathering(Transport transport, Message own) {
        this.transport = transport;
        held.add(own);
        this.own.byRank.put(transport.rank(), own);
    }

    /** Messages by rank; lent by the gathering. */
    record Pieces(Map<Integer, Message> byRank) {}

    /** The worker's own message. */
    Pieces own() {
        return own;
    }

    /** Reads the message of each worker, by rank. */
    <T> List<T> read(Pieces all, Reading<T> reading) throws IOException {
        List<T> read = new ArrayList<>();
        for (Message each : all.byRank.values()) {
            read.add(reading.read(each.open()));
        }
        return read;
    }

    @Override
    public Pieces combine(Pieces one, Pieces other) {
        one.byRank.putAll(other.byRank);
        return one;
    }

    @Override
    public List<Pieces> split(Pieces all, int pieces) {
        List<Pieces> split = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            split.add(new Pieces(new TreeMap<>()));
        }
        all.byRank.forEach((rank, message) -> split.get(rank % pieces).byRank.put(rank, message));
        return split;
    }

    @Override
    public Pieces join(List<Pieces> pieces) {
        Pieces all = new Pieces(new TreeMap<>());
        pieces.forEach(piece -> all.byRank.putAll(piece.byRank));
        return all;
    }

    @Override
    public void write(Pieces part, DataOutput out) throws IOException {
        out.writeInt(part.byRank.size());
        for (Map.Entry<Integer, Message> entry : part.byRank.entrySet()) {
            out.writeInt(entry.getKey());
            out.writeLong(entry.getValue().length());
            entry.getValue().writeTo(out);
        }
    }

    @Override
    public Pieces read(DataInput in) throws IOException {
        Pieces pieces = new Pieces(new TreeMap<>());
        for (int left = in.readInt(); left > 0; left--) {
            int rank = in.readInt();
            pieces.byRank.put(rank, message(in, in.readLong()));
        }
        return pieces;
    }

    private Message message(DataInput in, long length) throws IOException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            for (long left = length; left > 0; ) {
                int part = (int) Math.min(left, buffer.length);
                in.readFully(buffer, 0, part);
                out.write(buffer, 0, part);
                left -= part;
            }
            Message message = out.finish();
            held.add(message);
            return message;
        }
    }

    @Override
    public void close() {
        held.forEach(Message::close);
    }
}
