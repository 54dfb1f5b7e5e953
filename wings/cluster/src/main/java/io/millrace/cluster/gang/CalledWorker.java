package io.millrace.cluster.gang;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.workers.fork.RemoteJvm;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;

/** A worker of a gang, as its driver sees it. A worker that loses its connection ends. */
record CalledWorker(int rank, SocketAddress address, MessageChannel link) implements RemoteJvm {

    @Override
    public String describeEnd(Path attemptLogs) {
        return describeEnd()
                + " while it ran the attempt, whose output is in "
                + attemptLogs.getFileName()
                + " among those logs";
    }

    @Override
    public String describeEnd() {
        return "worker "
                + rank
                + " of the gang ("
                + address
                + ") closed its connection; why is in the logs of the map tasks of the gang";
    }

    @Override
    public void awaitEnd() {
        destroy();
    }

    @Override
    public void destroy() {
        try {
            link.close();
        } catch (IOException e) {
            // It is no longer needed.
        }
    }
}
