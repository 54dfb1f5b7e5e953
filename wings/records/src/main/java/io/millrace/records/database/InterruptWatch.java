package io.millrace.records.database;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for interrupted threads that wait for a database, since drivers ignore interrupts. Each
 * look cancels the call of such a thread. Once is not enough: a thread that is between two calls
 * then starts the next one. A connection that is still open some time later is closed. One daemon
 * thread looks while connections are open.
 */
final class InterruptWatch {

    private static final Logger LOG = LoggerFactory.getLogger(InterruptWatch.class);
    private static final long LOOK_MILLIS = 100;
    private static final long ABORT_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final Object LOCK = new Object();

    @GuardedBy("LOCK")
    private static final Set<OpenConnection> OPEN = new HashSet<>();

    @GuardedBy("LOCK")
    private static boolean running;

    private InterruptWatch() {}

    static void add(OpenConnection connection) {
        synchronized (LOCK) {
            OPEN.add(connection);
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
        Map<OpenConnection, Long> since = new HashMap<>();
        try {
            while (anyOpen()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                Set<OpenConnection> interrupted = interrupted();
                since.keySet().retainAll(interrupted);
                for (OpenConnection each : interrupted) {
                    long now = System.nanoTime();
                    end(each, now - since.computeIfAbsent(each, first -> now) >= ABORT_NANOS);
                }
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

    private static Set<OpenConnection> interrupted() {
        synchronized (LOCK) {
            return OPEN.stream()
                    .filter(OpenConnection::isInterrupted)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /**
     * Ends the call of a connection.
     *
     * @param isLate whether earlier looks did not end it
     */
    private static void end(OpenConnection connection, boolean isLate) {
        try {
            connection.cancel();
        } catch (SQLException e) {
            LOG.debug("Cannot cancel a call to {}", connection.login(), e);
        }
        if (isLate) {
            remove(connection);
            abort(connection);
        }
    }

    private static void abort(OpenConnection connection) {
        try {
            connection.abort();
        } catch (SQLException e) {
            LOG.warn(
                    "Cannot end a call to {} of a killed attempt: {} The attempt's connection stays open until the call returns.",
                    connection.login(),
                    Sentence.of(e));
        }
    }
}
