package io.millrace.collective.testing;

import io.millrace.collective.transport.GangBrokenException;
import io.millrace.collective.transport.GangMember;
import io.millrace.collective.transport.Message;
import io.millrace.collective.transport.MessageWriter;
import io.millrace.collective.transport.Patience;
import io.millrace.collective.transport.Transport;
import io.millrace.engine.memory.MemoryAccount;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A socket to each other worker. A message is its length and its bytes; a length below 0 says that
 * no more will come.
 */
final class SocketTransport implements Transport {

    /** Messages that have come by sockets in this process. */
    static final AtomicLong RECEIVED = new AtomicLong();

    private static final long OVER = -1;
    private static final long LEFT = -2;
    private static final int CAPACITY = 4;

    private final int rank;
    private final GangMember worker;
    private final List<@Nullable Peer> peers = new ArrayList<>();
    private volatile @Nullable String broken;
    private boolean closed;

    /** The socket to each worker; null to itself. */
    SocketTransport(int rank, List<@Nullable Socket> sockets, GangMember worker)
            throws IOException {
        this.rank = rank;
        this.worker = worker;
        for (Socket socket : sockets) {
            peers.add(socket == null ? null : new Peer(peers.size(), socket));
        }
        for (Peer peer : peers) {
            if (peer != null) {
                peer.reader.setDaemon(true);
                peer.reader.start();
            }
        }
    }

    /** Another worker, whose messages a thread takes from its socket. */
    private final class Peer {

        private final int number;
        private final Socket socket;
        private final DataOutputStream out;
        private final BlockingQueue<Message> received = new ArrayBlockingQueue<>(CAPACITY);
        private final Thread reader = new Thread(this::read, "peer");

        Peer(int number, Socket socket) throws IOException {
            this.number = number;
            this.socket = socket;
            this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        }

        private void read() {
            try (DataInputStream in = new DataInputStream(socket.getInputStream())) {
                byte[] buffer = new byte[1000];
                long length = in.readLong();
                for (; length >= 0; length = in.readLong()) {
                    received.put(message(in, length, buffer));
                    RECEIVED.incrementAndGet();
                }
                broken = length == LEFT ? "worker " + number + " has left" : broken;
            } catch (IOException | InterruptedException e) {
                broken = "worker " + number + " is lost: " + e;
            }
        }

        private Message message(DataInputStream in, long length, byte[] buffer) throws IOException {
            try (MessageWriter message = new MessageWriter(worker.memory())) {
                for (long left = length; left > 0; ) {
                    int part = (int) Math.min(left, buffer.length);
                    in.readFully(buffer, 0, part);
                    message.write(buffer, 0, part);
                    left -= part;
                }
                return message.finish();
            }
        }

        void say(long end) {
            try {
                out.writeLong(end);
                out.flush();
                socket.shutdownOutput();
            } catch (IOException e) {
                // It has gone before.
            }
        }

        /** Waits until the other has said that no more will come, and drops what came. */
        void close() {
            try (socket) {
                while (reader.isAlive()) {
                    Message late = received.poll(1, TimeUnit.MILLISECONDS);
                    if (late != null) {
                        late.close();
                    }
                }
                received.forEach(Message::close);
            } catch (IOException e) {
                // It is closed.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return peers.size();
    }

    @Override
    public MemoryAccount memory() {
        return worker.memory();
    }

    @Override
    public void send(int to, Message message) throws GangBrokenException, InterruptedException {
        Peer peer = peers.get(to);
        IOException failure =
                worker.patience()
                        .<Sent>pass(() -> {
                            try (message) {
                                peer.out.writeLong(message.length());
                                message.writeTo(peer.out);
                                peer.out.flush();
                                return new Sent(null);
                            } catch (IOException e) {
                                return new Sent(e);
                            }
                        })
                        .failure();
        if (failure != null) {
            throw new GangBrokenException("worker " + to + " does not listen: " + failure);
        }
    }

    /** What became of a message. */
    private record Sent(@Nullable IOException failure) {}

    @Override
    public Message receive(int from) throws GangBrokenException, InterruptedException {
        BlockingQueue<Message> received = peers.get(from).received;
        Message message =
                worker.patience()
                        .<Optionally>pass(() -> {
                            while (true) {
                                boolean last = broken != null;
                                Message next =
                                        received.poll(
                                                last ? 0 : Patience.TICK_NANOS,
                                                TimeUnit.NANOSECONDS);
                                if (next != null || last) {
                                    return new Optionally(next);
                                }
                                worker.patience().alive();
                            }
                        })
                        .message();
        if (message == null) {
            throw new GangBrokenException("worker " + rank + " waited in vain: " + broken);
        }
        return message;
    }

    /** A message that may not have come. */
    private record Optionally(@Nullable Message message) {}

    @Override
    public void leave() {
        end(LEFT);
    }

    @Override
    public void close() {
        end(OVER);
        for (Peer peer : peers) {
            if (peer != null) {
                peer.close();
            }
        }
    }

    private void end(long how) {
        if (!closed) {
            closed = true;
            for (Peer peer : peers) {
                if (peer != null) {
                    peer.say(how);
                }
            }
        }
    }
}
