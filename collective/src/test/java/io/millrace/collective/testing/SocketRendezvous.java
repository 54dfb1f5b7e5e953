package io.millrace.collective.testing;

import io.millrace.collective.algorithm.Algorithm;
import io.millrace.collective.transport.GangMember;
import io.millrace.collective.transport.LocalGangs;
import io.millrace.collective.transport.Rendezvous;
import io.millrace.collective.transport.RendezvousProvider;
import io.millrace.collective.transport.Transport;
import io.millrace.engine.config.Settings;
import io.millrace.files.process.MillraceProcess;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connects workers by sockets, as those of several processes will be: whatever they say to each
 * other crosses as bytes, and lies in memory of the receiver's. Only for jobs that ask for it.
 */
public final class SocketRendezvous implements RendezvousProvider {

    /** The key of jobs that ask for it. */
    public static final String KEY = "test.collective.sockets";

    /** Messages that have come by sockets in this process so far. */
    public static long received() {
        return SocketTransport.RECEIVED.get();
    }

    @Override
    public Optional<String> obstacle(Settings job) {
        return job.get(KEY) == null
                ? Optional.of("there are no sockets, as " + KEY + " is not set")
                : Optional.empty();
    }

    @Override
    public Rendezvous rendezvous(MillraceProcess process, GangMember worker) {
        Rendezvous threads = LocalGangs.of(process).rendezvous(worker);
        return rank -> connect(threads.join(rank), worker);
    }

    @Override
    public void forget(MillraceProcess process, String gang) {
        LocalGangs.of(process).forget(gang);
    }

    /** Connects a worker with all that it has met: it calls those before it in their order. */
    private static Transport connect(Transport met, GangMember worker)
            throws IOException, InterruptedException {
        int rank = met.rank();
        InetAddress here = InetAddress.getLoopbackAddress();
        List<@Nullable Socket> sockets = new ArrayList<>(Collections.nCopies(met.size(), null));
        try (ServerSocket server = new ServerSocket(0, met.size(), here)) {
            List<Integer> ports =
                    Algorithm.RING
                            .collective()
                            .allGather(
                                    met,
                                    Gang.message(met, out -> out.writeInt(server.getLocalPort())),
                                    DataInput::readInt);
            for (int other = 0; other < rank; other++) {
                Socket socket = new Socket(here, ports.get(other));
                new DataOutputStream(socket.getOutputStream()).writeInt(rank);
                sockets.set(other, socket);
            }
            for (int left = met.size() - rank - 1; left > 0; left--) {
                Socket socket = server.accept();
                sockets.set(new DataInputStream(socket.getInputStream()).readInt(), socket);
            }
        }
        return new SocketTransport(rank, sockets, worker);
    }
}
