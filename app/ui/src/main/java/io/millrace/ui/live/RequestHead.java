package io.millrace.ui.live;

import io.millrace.files.listen.PendingConnection;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The request line and headers of an HTTP request. The page accepts no request with a body. Used by
 * one thread at a time.
 */
final class RequestHead implements PendingConnection {

    private static final int LONGEST = 16 << 10;
    private static final String END = "\r\n\r\n";
    private static final int WORDS_OF_FIRST_LINE = 3;

    private final ByteBuffer said = ByteBuffer.allocate(LONGEST);

    private String method = "";
    private String target = "";

    /** By their names in lower case. */
    private final Map<String, List<String>> headers = new HashMap<>();

    @Override
    public boolean hear(SocketChannel channel) throws IOException {
        if (channel.read(said) < 0) {
            throw new EOFException("the request ended within its head");
        }
        String text = new String(said.array(), 0, said.position(), StandardCharsets.ISO_8859_1);
        int end = text.indexOf(END);
        if (end >= 0) {
            parse(text.substring(0, end));
        }
        return end >= 0 || !said.hasRemaining();
    }

    private void parse(String head) {
        String[] lines = head.split("\r\n", -1);
        String[] first = lines[0].split(" ", -1);
        if (first.length != WORDS_OF_FIRST_LINE || !first[2].startsWith("HTTP/1.")) {
            return;
        }
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon <= 0 || !isName(lines[i].substring(0, colon))) {
                return;
            }
            headers.computeIfAbsent(
                            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                            name -> new ArrayList<>())
                    .add(lines[i].substring(colon + 1).strip());
        }
        target = first[1];
        method = first[0];
    }

    private static boolean isName(String text) {
        return text.chars().allMatch(each -> each > ' ' && each < 0x7f);
    }

    /** Whether this is a valid request. */
    boolean isWhole() {
        return !method.isEmpty() && target.startsWith("/");
    }

    String method() {
        return method;
    }

    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The query; empty if there is none. */
    String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }

    /** All values of a header. */
    List<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }
}
