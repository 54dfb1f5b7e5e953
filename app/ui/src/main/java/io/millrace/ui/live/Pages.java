package io.millrace.ui.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;

/**
 * The open pages and the last change that each has received. The end of a job waits until all pages
 * have received it, since the process may end right after. Thread-safe.
 */
final class Pages {

    /** The end of a job does not wait for more pages than these, since each takes a thread. */
    private static final int MAX = 12;

    /** A page without a request for so long is closed. */
    private static final long PATIENCE_NANOS = 1_000_000_000;

    private static final class Page {

        private long told;
        private int asking;
        private long lastNanos;
    }

    /** By the name that the page chose. */
    @GuardedBy("this")
    private final Map<String, Page> open = new HashMap<>();

    /** A page asks; {@link #answered} must follow. Returns whether its request may wait. */
    synchronized boolean asks(String name) {
        long now = System.nanoTime();
        open.values().removeIf(page -> closed(page, now));
        if (!open.containsKey(name) && open.size() == MAX) {
            return false;
        }
        open.computeIfAbsent(name, made -> new Page()).asking++;
        return true;
    }

    /** A page has received its response, or will never receive it. */
    synchronized void answered(String name, long change) {
        Page page = open.get(name);
        if (page != null && page.asking > 0) {
            page.asking--;
            page.told = Math.max(page.told, change);
            page.lastNanos = System.nanoTime();
            notifyAll();
        }
    }

    /** Waits until all pages have received a change, but not long for a page that does not ask. */
    synchronized void awaitTold(long change) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        for (long left = PATIENCE_NANOS;
                left > 0 && anyToTell(change);
                left = deadline - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
        open.values().removeIf(page -> page.told < change);
    }

    @GuardedBy("this")
    private boolean anyToTell(long change) {
        long now = System.nanoTime();
        return open.values().stream().anyMatch(page -> page.told < change && !closed(page, now));
    }

    private static boolean closed(Page page, long now) {
        return page.asking == 0 && now - page.lastNanos > PATIENCE_NANOS;
    }
}
