package io.millrace.exchange.reactor;

import io.millrace.exchange.gang.SpinWait;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Connections whose bytes come through memory, where no selector sees them. Used by the thread that
 * moves a reactor's bytes.
 */
public final class Polling {

    private final List<Entry> all = new ArrayList<>();

    /** A connection through memory. */
    public interface Polled {

        /** Whether there are bytes to read, or room that was waited for. */
        boolean hasWork();

        /**
         * Prepares for a sleep of at most so many milliseconds, from which the other side wakes
         * this one's selector. Returns how many it may last; 0 if there is work.
         */
        long rest(long millis);

        /** The sleep is over. */
        void rise();
    }

    private record Entry(SelectionKey key, Polled polled) {}

    void add(SelectionKey key, Polled polled) {
        all.add(new Entry(key, polled));
    }

    /**
     * Passes the keys of connections that have work on to their handlers. Waits a moment for work.
     *
     * @param still whether the caller has nothing else to do
     * @return whether there was work
     */
    boolean work(Consumer<SelectionKey> handler, BooleanSupplier still) {
        all.removeIf(each -> !each.key.isValid());
        return !all.isEmpty() && SpinWait.until(() -> pass(handler), still);
    }

    private boolean pass(Consumer<SelectionKey> handler) {
        boolean any = false;
        for (Entry each : all) {
            if (each.polled.hasWork()) {
                any = true;
                handler.accept(each.key);
            }
        }
        return any;
    }

    /** Prepares all for a sleep; returns how many milliseconds it may last, 0 if there is work. */
    long rest(long millis) {
        long left = millis;
        for (Entry each : all) {
            left = Math.min(left, each.polled.rest(left));
        }
        return left;
    }

    void rise() {
        for (Entry each : all) {
            each.polled.rise();
        }
    }
}
