package io.millrace.hadoop.state;

import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import java.util.Map;

/**
 * Factories that the JDK accepts once in a JVM. Attempts set theirs in turn, so the fields are
 * emptied before, and put back after.
 */
final class OnceFields implements Part {

    private static final List<StaticField> ALL =
            List.of(
                    StaticField.of(URL.class, "factory"),
                    StaticField.of(URLConnection.class, "factory"),
                    StaticField.of(Socket.class, "factory"),
                    StaticField.of(ServerSocket.class, "factory"),
                    StaticField.of(DatagramSocket.class, "factory"));

    /**
     * The handlers that the factories of URL and URLConnection made; kept by protocol and by type.
     */
    private static final List<StaticField> MADE =
            List.of(
                    StaticField.of(URL.class, "handlers"),
                    StaticField.of(URLConnection.class, "handlers"));

    @Override
    public Kept read() {
        List<Kept> all = ALL.stream().map(StaticField::read).toList();
        return () -> {
            all.forEach(Kept::putBack);
            forget();
        };
    }

    /** Makes the next call of each setter the first one. */
    static void empty() {
        ALL.forEach(each -> each.set(null));
        forget();
    }

    private static void forget() {
        for (StaticField each : MADE) {
            if (each.value() instanceof Map<?, ?> made) {
                made.clear();
            }
        }
    }
}
