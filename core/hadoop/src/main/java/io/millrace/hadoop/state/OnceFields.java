package io.millrace.hadoop.state;

import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

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
                    StaticField.of(DatagramSocket.class, "factory"),
                    StaticField.of("java.io.ObjectInputFilter$Config", "serialFilter"),
                    StaticField.of("java.rmi.server.RMISocketFactory", "factory"),
                    StaticField.of("javax.naming.spi.NamingManager", "initctx_factory_builder"),
                    StaticField.of("javax.naming.spi.NamingManager", "object_factory_builder"),
                    StaticField.of(
                            "com.sun.naming.internal.NamingManagerHelper",
                            "object_factory_builder"));

    /** The factory of filters always has a value; a flag says whether it may be replaced. */
    private static final StaticField FILTERS =
            StaticField.of("java.io.ObjectInputFilter$Config", "serialFilterFactory");

    private static final StaticField FILTERS_STAY =
            StaticField.of("java.io.ObjectInputFilter$Config", "filterFactoryNoReplace");

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
        Kept filters = FILTERS.read();
        Kept stay = FILTERS_STAY.referent().read();
        return () -> {
            all.forEach(Kept::putBack);
            filters.putBack();
            stay.putBack();
            forget();
        };
    }

    /** Makes the next call of each setter the first one. */
    static void empty() {
        ALL.forEach(each -> each.set(null));
        if (FILTERS_STAY.value() instanceof AtomicBoolean stay) {
            stay.set(false);
        }
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
