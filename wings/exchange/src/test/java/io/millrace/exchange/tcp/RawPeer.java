package io.millrace.exchange.tcp;

import io.millrace.exchange.connection.Address;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.tcp.Frame.Kind;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker with the gang's secret whose bytes a test chooses. It has the last rank of its gang, so
 * that no other worker calls it.
 */
final class RawPeer implements AutoCloseable {

    private final long number;
    private final SharedSecret secret;
    private final int rank;
    private final List<Socket> sockets = new ArrayList<>();
    private long epoch;

    RawPeer(String gang, SharedSecret secret, int rank) {
        this.number = TcpGang.numberOf(gang);
        this.secret = secret;
        this.rank = rank;
    }

    /** Calls a worker, with both proofs. */
    Socket call(Address address, Hello.Purpose purpose, int to) throws IOException {
        Hello hello = new Hello(purpose, number, epoch, rank, to, 0);
        Socket socket = new Caller(secret).call(address, hello).socket();
        sockets.add(socket);
        return socket;
    }

    /** Enrols with a coordinator, and calls all others; their sockets by rank. */
    List<Socket> join(Address coordinator) throws IOException {
        Socket enrolling = call(coordinator, Hello.Purpose.ENROL, 0);
        send(enrolling, Answer.block(new Address("127.0.0.1", 1)::writeTo));
        Table table = awaitTable(enrolling);
        epoch = table.epoch();
        List<Socket> links = new ArrayList<>();
        for (int other = 0; other < rank; other++) {
            links.add(call(table.addresses().get(other), Hello.Purpose.LINK, other));
        }
        return links;
    }

    /** Sends a block of a control channel. */
    static void send(Socket socket, byte[] block) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(block.length);
        out.write(block);
    }

    private static Table awaitTable(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        Received received = new Received();
        while (received.table == null) {
            Answer.pass(in.readNBytes(in.readInt()), received);
        }
        return received.table;
    }

    private static final class Received implements Coordinator.Reply {
        private @Nullable Table table;

        @Override
        public void waiting(List<Integer> missing) {}

        @Override
        public void complete(Table whole) {
            table = whole;
        }

        @Override
        public void refused(String why) {
            throw new AssertionError(why);
        }
    }

    /** Sends the header of a frame. */
    void frame(Socket link, Kind kind, long length) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(Frame.BYTES);
        new FrameMaker(number, epoch, rank, 0).frame(kind, length, 0).writeTo(header);
        link.getOutputStream().write(header.array());
    }

    /** Waits until the other end has closed a connection. */
    static void awaitEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        try {
            while (in.read() >= 0) {}
        } catch (java.net.SocketException e) {
            // It was closed before it had read everything.
        }
    }

    @Override
    public void close() throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
    }
}
