package io.millrace.records.database;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of one thread. If that thread is interrupted, because its attempt or job was killed,
 * a call that waits for the database ends: {@link InterruptWatch} cancels it. Used by the thread
 * that opens it, except where noted.
 */
final class OpenConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenConnection.class);

    private final DatabaseLogin login;
    private final Connection connection;
    private final Thread owner = Thread.currentThread();
    private final Object lock = new Object();

    @GuardedBy("lock")
    private @Nullable Statement running;

    private OpenConnection(DatabaseLogin login, Connection connection) {
        this.login = login;
        this.connection = connection;
    }

    /**
     * Connects.
     *
     * @param purpose names the connection in the database and in messages
     */
    static OpenConnection open(DatabaseLogin login, String purpose) throws IOException {
        OpenConnection opened = new OpenConnection(login, login.connect(purpose));
        InterruptWatch.add(opened);
        return opened;
    }

    Connection jdbc() {
        return connection;
    }

    DatabaseLogin login() {
        return login;
    }

    Dialect dialect() {
        return login.dialect();
    }

    /** A statement, which the caller closes; cancelled if the thread is interrupted. */
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        synchronized (lock) {
            running = statement;
        }
        return statement;
    }

    /** Executes a statement without parameters or result. */
    void execute(String sql) throws SQLException {
        try (PreparedStatement statement = prepare(sql)) {
            statement.execute();
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    boolean isInterrupted() {
        return owner.isInterrupted();
    }

    /** Ends the call that the owner waits for. Called by the watch. */
    void cancel() throws SQLException {
        synchronized (lock) {
            if (running != null) {
                running.cancel();
            }
        }
    }

    /** Closes the connection under the owner's call. Called by the watch. */
    void abort() throws SQLException {
        connection.abort(Runnable::run);
    }

    /**
     * Closes the connection. The database rolls back rows that were not committed, even if this
     * fails, as it does when the database is gone.
     */
    @Override
    public void close() {
        InterruptWatch.remove(this);
        synchronized (lock) {
            running = null;
        }
        try {
            dialect().close(connection);
        } catch (SQLException e) {
            LOG.warn("Cannot close a connection to {}: {}", login, Sentence.of(e));
        }
    }
}
