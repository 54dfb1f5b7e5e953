package io.millrace.ui.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request and its answer, which no cache may keep and no other site may look into. */
final class Request {

    private static final String NOTHING_ELSE =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpExchange exchange;
    private final Map<String, String> parameters;

    Request(HttpExchange exchange) {
        this.exchange = exchange;
        this.parameters = parameters(exchange.getRequestURI().getRawQuery());
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> parameters = new HashMap<>();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            decoded(pair.substring(0, equals)),
                            decoded(pair.substring(equals + 1)));
                }
            }
        }
        return parameters;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /** The path as it was sent: what is encoded in it stays so. */
    String path() {
        return exchange.getRequestURI().getRawPath();
    }

    @Nullable String parameter(String name) {
        return parameters.get(name);
    }

    /** A parameter that is a whole number; 0 if it is none. */
    long number(String name) {
        try {
            return Long.parseLong(parameters.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** The header if it is there once; null if it is not, or who knows which one counts. */
    @Nullable String header(String name) {
        List<String> values = exchange.getRequestHeaders().get(name);
        return values == null || values.size() != 1 ? null : values.get(0);
    }

    boolean has(String header) {
        return exchange.getRequestHeaders().containsKey(header);
    }

    /** Answers with a page that may run what has the nonce, and may ask this server. */
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

    /** Answers with a line for people. */
    void say(int status, String line) throws IOException {
        send(status, "text/plain; charset=utf-8", line + "\n", NOTHING_ELSE);
    }

    /** Answers that only {@code method} is allowed. */
    void allowOnly(String method) throws IOException {
        exchange.getResponseHeaders().set("Allow", method);
        say(405, "this address takes " + method + " only");
    }

    private void send(int status, String type, String text, String policy) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Content-Security-Policy", policy);
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
