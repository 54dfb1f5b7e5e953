package io.millrace.exchange.tcp;

import io.millrace.exchange.call.Caller;
import io.millrace.exchange.call.Hello;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.enrolment.RawEnrolment;
import io.millrace.exchange.enrolment.Table;
import io.millrace.exchange.frame.FrameHeader.Kind;
import io.millrace.exchange.frame.FrameMaker;
import io.millrace.exchange.frame.RawFrames;
import io.millrace.exchange.secret.SharedSecret;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker with the gang's secret whose bytes a test chooses. It has the last rank of its gang, so
 * that no other worker calls it.
 */
public final class RawPeer implements AutoCloseable {

    private final long number;
    private final SharedSecret secret;
    private final int rank;
    private final List<Socket> sockets = new ArrayList<>();
    private long epoch;

    public RawPeer(String gang, SharedSecret secret, int rank) {
        this.number = Hello.gangNumber(gang);
        this.secret = secret;
        this.rank = rank;
    }

    /** Calls a worker, with both proofs. */
    public Socket call(Address address, Hello.Purpose purpose, int to) throws IOException {
        Hello hello = new Hello(purpose, number, epoch, rank, to, 0);
        Socket socket = new Caller(secret).call(address, hello).socket();
        sockets.add(socket);
        return socket;
    }

    /** Enrols with a coordinator, and calls all others; their sockets by rank. */
    List<Socket> join(Address coordinator) throws IOException {
        Socket enrolling = call(coordinator, Hello.Purpose.ENROL, 0);
        Table table = RawEnrolment.enrol(enrolling, new Address("127.0.0.1", 1));
        epoch = table.epoch();
        List<Socket> links = new ArrayList<>();
        for (int other = 0; other < rank; other++) {
            links.add(call(table.addresses().get(other), Hello.Purpose.LINK, other));
        }
        return links;
    }

    /** Sends the header of a frame. */
    void frame(Socket link, Kind kind, long length) throws IOException {
        FrameMaker frames = new FrameMaker(number, epoch, rank, 0);
        link.getOutputStream().write(RawFrames.header(frames, kind, length));
    }

    /** Waits until the other end has closed a connection. */
    public static void awaitEnd(Socket socket) throws IOException {
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
