package io.millrace.ui.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sends requests as they are written down, with any host and any origin, which no library does. */
final class RawHttp {

    /**
     * An answer.
     *
     * @param head its headers, with the line of its status
     */
    record Answer(int status, String head, String body) {}

    private final int port;

    RawHttp(int port) {
        this.port = port;
    }

    /** An ordinary request with more headers. */
    Answer send(String method, String target, String... headers) throws IOException {
        List<String> all = new ArrayList<>(List.of("Host: 127.0.0.1:" + port));
        all.addAll(List.of(headers));
        return sendOnly(method, target, all);
    }

    /** A request with these headers only. */
    Answer sendOnly(String method, String target, List<String> headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
            headers.forEach(header -> text.append(header).append("\r\n"));
            text.append("Content-Length: 0\r\nConnection: close\r\n\r\n");
            socket.getOutputStream().write(text.toString().getBytes(StandardCharsets.US_ASCII));
            String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf("\r\n\r\n");
            return new Answer(
                    Integer.parseInt(answer.substring(9, 12)),
                    answer.substring(0, end),
                    answer.substring(end + 4));
        }
    }
}
