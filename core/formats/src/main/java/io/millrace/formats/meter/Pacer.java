package io.millrace.formats.meter;

/**
 * Decides at which records a loop does work that is too expensive for each record: about every 100
 * ms, or every 1024 records of a fast loop. Reads the clock only then. Used by one thread at a
 * time.
 */
public final class Pacer {

    private static final int MAX_RECORDS = 1024;
    private static final long INTERVAL_NANOS = 100_000_000;

    private int step = 1;
    private int left = 1;
    private long lastNanos = System.nanoTime();

    /** Call once for each record. */
    public boolean due() {
        return --left <= 0 && restart();
    }

    private boolean restart() {
        long now = System.nanoTime();
        step =
                now - lastNanos < INTERVAL_NANOS
                        ? Math.min(MAX_RECORDS, step * 2)
                        : Math.max(1, step / 4);
        left = step;
        lastNanos = now;
        return true;
    }
}
