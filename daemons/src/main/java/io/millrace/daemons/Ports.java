package io.millrace.daemons;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Ports of a host of this machine that nobody uses, each given once. One thread uses it. */
final class Ports {

    private final String host;
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Looks for so many; another process could still take one before it is used. */
    Ports(String host, int count) throws IOException {
        this.host = host;
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host));
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
        return host + ":" + free.remove();
    }
}
