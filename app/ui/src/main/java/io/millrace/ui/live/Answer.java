package io.millrace.ui.live;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** An HTTP answer, after which the connection ends. */
final class Answer {

    /** A page that reads nothing of the response for so long is gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Map<Integer, String> REASONS =
            Map.of(
                    200, "OK",
                    202, "Accepted",
                    400, "Bad Request",
                    403, "Forbidden",
                    404, "Not Found",
                    405, "Method Not Allowed");

    private static final int LARGEST_REST = 64 << 10;

    private final int status;
    private final byte[] body;
    private final Map<String, String> headers = new LinkedHashMap<>();

    Answer(int status, String text) {
        this.status = status;
        this.body = text.getBytes(StandardCharsets.UTF_8);
    }

    Answer with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /**
     * Sends the response.
     *
     * @param withBody false for a HEAD request
     * @throws IOException if the client does not read it in time
     */
    void send(SocketChannel channel, boolean withBody) throws IOException {
        StringBuilder head =
                new StringBuilder("HTTP/1.1 %d %s\r\n".formatted(status, REASONS.get(status)));
        with("Content-Length", Integer.toString(body.length)).with("Connection", "close");
        headers.forEach((name, value) -> head.append("%s: %s\r\n".formatted(name, value)));
        byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer whole = ByteBuffer.allocate(first.length + body.length).put(first);
        write(channel, (withBody ? whole.put(body) : whole).flip());
        channel.shutdownOutput();
        discardRest(channel);
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        channel.configureBlocking(false);
        channel.write(bytes);
        if (!bytes.hasRemaining()) {
            return;
        }
        try (Selector selector = channel.provider().openSelector()) {
            channel.register(selector, SelectionKey.OP_WRITE);
            while (bytes.hasRemaining()) {
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    throw new SocketTimeoutException("the client did not read the response");
                }
                selector.select(left);
                channel.write(bytes);
            }
        }
    }

    /** Reads the rest of the request: unread input at close makes the client lose the response. */
    private static void discardRest(SocketChannel channel) throws IOException {
        channel.read(ByteBuffer.allocate(LARGEST_REST));
    }
}
