package io.millrace.daemons;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of a host of this machine that nobody uses, each given once. They are below those that
 * Linux gives to outgoing connections, which could otherwise take one before its server starts. One
 * thread uses it.
 */
final class Ports {

    private static final int FIRST = 15_000;

    /** Where the ports of outgoing connections begin, unless somebody has changed that. */
    private static final int END = 32_768;

    private static final int MAX_TRIES = 1_000;

    private final String host;
    private final Deque<Integer> free = new ArrayDeque<>();

    /** Looks for so many; another server could still take one before it is used. */
    Ports(String host, int count) throws IOException {
        this.host = host;
        InetAddress address = InetAddress.getByName(host);
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = open(address);
                sockets.add(socket);
                free.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    private static ServerSocket open(InetAddress address) throws IOException {
        for (int left = MAX_TRIES; ; left--) {
            try {
                return new ServerSocket(
                        ThreadLocalRandom.current().nextInt(FIRST, END), 1, address);
            } catch (BindException e) {
                if (left == 0) {
                    throw e;
                }
            }
        }
    }

    /** An address with a port that was free. */
    String next() {
        return host + ":" + free.remove();
    }
}
