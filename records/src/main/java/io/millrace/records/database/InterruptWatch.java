package io.millrace.records.database;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for interrupted threads that wait for a database, since drivers ignore interrupts. Such a
 * call is cancelled. A connection that is still open several looks later is closed. One daemon
 * thread looks while connections are open.
 */
final class InterruptWatch {

    private static final Logger LOG = LoggerFactory.getLogger(InterruptWatch.class);
    private static final long LOOK_MILLIS = 100;
    private static final int LOOKS_BEFORE_ABORT = 20;
    private static final Object LOCK = new Object();

    /** Open connections, and how often their owners were found interrupted. */
    @GuardedBy("LOCK")
    private static final Map<OpenConnection, Integer> OPEN = new HashMap<>();

    @GuardedBy("LOCK")
    private static boolean running;

    private InterruptWatch() {}

    static void add(OpenConnection connection) {
        synchronized (LOCK) {
            OPEN.put(connection, 0);
            if (!running) {
                running = true;
                Thread thread = new Thread(InterruptWatch::look, "millrace-table-watch");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    static void remove(OpenConnection connection) {
        synchronized (LOCK) {
            OPEN.remove(connection);
        }
    }

    private static void look() {
        try {
            while (anyOpen()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                Map<OpenConnection, Integer> found;
                synchronized (LOCK) {
                    OPEN.replaceAll((each, looks) -> each.isInterrupted() ? looks + 1 : 0);
                    found = new HashMap<>(OPEN);
                }
                found.forEach(InterruptWatch::end);
            }
        } catch (InterruptedException e) {
            synchronized (LOCK) {
                running = false; // the next connection starts another thread
            }
        }
    }

    private static boolean anyOpen() {
        synchronized (LOCK) {
            running = !OPEN.isEmpty();
            return running;
        }
    }

    private static void end(OpenConnection connection, int looks) {
        try {
            if (looks == 1) {
                connection.cancel();
            } else if (looks == LOOKS_BEFORE_ABORT) {
                connection.abort();
            }
        } catch (SQLException e) {
            LOG.warn(
                    "Cannot end a call to {} of a killed attempt: {} The attempt's connection stays open until the call returns.",
                    connection.login(),
                    Sentence.of(e));
        }
    }
}
