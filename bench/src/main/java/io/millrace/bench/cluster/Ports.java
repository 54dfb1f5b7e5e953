package io.millrace.bench.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Ports of the loopback interface that nobody uses, each given once. */
final class Ports {

    static final String HOST = "127.0.0.1";

    private final Deque<Integer> free = new ArrayDeque<>();

    /** Looks for so many; another process could still take one before it is used. */
    Ports(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                free.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    /** An address with a port that was free. */
    String next() {
        return HOST + ":" + free.remove();
    }
}
