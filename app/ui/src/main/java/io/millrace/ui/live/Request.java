package io.millrace.ui.live;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request and its response, which caches do not keep and other sites cannot read. */
final class Request {

    private static final String NOTHING_ELSE =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String TEXT = "text/plain; charset=utf-8";

    private final RequestHead head;
    private final SocketChannel channel;
    private final Map<String, String> parameters;

    Request(RequestHead head, SocketChannel channel) {
        this.head = head;
        this.channel = channel;
        this.parameters = parameters(head.query());
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                parameters.put(
                        decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    /** Decodes a text; badly encoded parts stay as they are. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    String method() {
        return head.method();
    }

    /** The path as it was sent, not decoded. */
    String path() {
        return head.path();
    }

    @Nullable String parameter(String name) {
        return parameters.get(name);
    }

    /** A parameter that is a whole number; 0 if it is not one. */
    long number(String name) {
        try {
            return Long.parseLong(parameters.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The header if it occurs once; null if it is missing or ambiguous. */
    @Nullable String header(String name) {
        List<String> values = head.header(name);
        return values.size() == 1 ? values.get(0) : null;
    }

    boolean has(String header) {
        return !head.header(header).isEmpty();
    }

    /** Sends a page whose scripts have the nonce and may call this server. */
    void sendPage(String html, String nonce) throws IOException {
        send(
                200,
                "text/html; charset=utf-8",
                html,
                NOTHING_ELSE
                        + "; connect-src 'self'; img-src data:; script-src 'nonce-%1$s'; style-src 'nonce-%1$s'"
                                .formatted(nonce));
    }

    void sendJson(String json) throws IOException {
        send(200, "application/json; charset=utf-8", json, NOTHING_ELSE);
    }

    void send(String type, String text) throws IOException {
        send(200, type, text, NOTHING_ELSE);
    }

    /** Sends a line of text. */
    void say(int status, String line) throws IOException {
        send(status, TEXT, line + "\n", NOTHING_ELSE);
    }

    /** Rejects the request, since only {@code method} is allowed. */
    void allowOnly(String method) throws IOException {
        send(
                new Answer(405, "use " + method + "\n")
                        .with("Content-Type", TEXT)
                        .with("Allow", method),
                NOTHING_ELSE);
    }

    private void send(int status, String type, String text, String policy) throws IOException {
        send(new Answer(status, text).with("Content-Type", type), policy);
    }

    private void send(Answer answer, String policy) throws IOException {
        answer.with("Content-Security-Policy", policy)
                .with("Cache-Control", "no-store")
                .with("Referrer-Policy", "no-referrer")
                .with("X-Content-Type-Options", "nosniff")
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .send(channel, !method().equals("HEAD"));
    }
}
