package io.millrace.exchange.reactor;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether a reactor's own thread moves the bytes, or a guest: the only thread that waits
 * for them. A guest saves the wake-ups between the two threads, which cost more than a small
 * message. It comes and goes quickly, so the reactor's thread takes over only when it has not come
 * for a while, or when another thread waits as well. Thread-safe.
 */
final class Leadership {

    /** How long the reactor's thread waits for the next guest. */
    private static final long STAY_MILLIS = 1;

    /** The number of such waits after which it sleeps until the guest leaves. */
    private static final int SHORT_WAITS = 10;

    /** How many threads wait, the guest among them. */
    @GuardedBy("this")
    private int waiting;

    @GuardedBy("this")
    private boolean guest;

    /** How many guests have ever come. */
    @GuardedBy("this")
    private long visits;

    /** When the last one left, by {@link System#nanoTime}. */
    @GuardedBy("this")
    private long left = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(STAY_MILLIS);

    @GuardedBy("this")
    private boolean sleeping;

    @GuardedBy("this")
    private boolean over;

    /** A thread begins to wait; returns whether it is the guest. */
    synchronized boolean enter() {
        waiting++;
        if (waiting > 1) {
            return false;
        }
        guest = true;
        visits++;
        return true;
    }

    /** A thread does not wait any more. */
    synchronized void leave(boolean wasGuest) {
        waiting--;
        if (wasGuest) {
            guest = false;
            left = System.nanoTime();
            if (sleeping || waiting > 0) {
                notifyAll();
            }
        }
    }

    /** Whether there is a guest, or one that has just left may come back. */
    synchronized boolean isGuests() {
        return guest
                || (waiting == 0
                        && System.nanoTime() - left < TimeUnit.MILLISECONDS.toNanos(STAY_MILLIS));
    }

    /** Waits on the reactor's thread until no guest comes any more. */
    synchronized void awaitOwn() throws InterruptedException {
        long seen = visits;
        int waits = 0;
        while (!over && isGuests()) {
            sleeping = guest && waits >= SHORT_WAITS;
            wait(sleeping ? 0 : STAY_MILLIS);
            waits = visits == seen ? waits + 1 : 0;
            seen = visits;
        }
        sleeping = false;
    }

    /** Ends the wait of the reactor's thread for good. */
    synchronized void end() {
        over = true;
        notifyAll();
    }
}
