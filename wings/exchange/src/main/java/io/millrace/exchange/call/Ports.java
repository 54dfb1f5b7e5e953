package io.millrace.exchange.call;

import io.millrace.engine.config.BadSettingException;
import io.millrace.exchange.config.ExchangeKeys;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * Where a worker may listen.
 *
 * @param host the name or address to listen at, which the other workers connect to
 * @param first the first port to try; 0: any free one
 * @param last the last port to try
 */
public record Ports(String host, int first, int last) {

    private static final int MAX_PORT = 65_535;

    /** Any free port. */
    public static Ports any(String host) {
        return new Ports(host, 0, 0);
    }

    /**
     * The ports that a setting names: one, or the first and the last; any if it is empty.
     *
     * @throws BadSettingException if it names none
     */
    public static Ports of(String host, String ports) {
        if (ports.isBlank()) {
            return any(host);
        }
        String[] ends = ports.strip().split("-", 2);
        try {
            int first = Integer.parseInt(ends[0].strip());
            int last = ends.length == 1 ? first : Integer.parseInt(ends[1].strip());
            if (first > 0 && first <= last && last <= MAX_PORT) {
                return new Ports(host, first, last);
            }
        } catch (NumberFormatException e) {
            // The message below says what is allowed.
        }
        throw BadSettingException.value(
                ExchangeKeys.PORTS.name(),
                ports,
                "a port, or the first and the last one, as 20000-20100");
    }

    /** Opens the first port that is free. */
    public ServerSocketChannel open() throws IOException {
        for (int port = first; port <= last; port++) {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                channel.bind(new InetSocketAddress(host, port));
                return channel;
            } catch (BindException e) {
                channel.close();
                if (port == last) {
                    throw (IOException)
                            new BindException("cannot listen at " + this + ": " + e.getMessage())
                                    .initCause(e);
                }
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
        throw new IOException("cannot listen at " + this + ": no port is given");
    }

    @Override
    public String toString() {
        return host + (first == 0 ? "" : ":" + first + (last == first ? "" : "-" + last));
    }
}
