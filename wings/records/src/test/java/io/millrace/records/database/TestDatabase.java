package io.millrace.records.database;

import io.millrace.records.config.TableKeys;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A database of a test: an own one in the PostgreSQL server of this JVM, or a DuckDB file. */
record TestDatabase(String url, String user) {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** All databases that run here. */
    static List<TestDatabase> all(Path directory) throws SQLException {
        List<TestDatabase> all = new ArrayList<>();
        if (Server.RUNNING != null) {
            all.add(postgres());
        }
        all.add(duckdb(directory));
        return all;
    }

    /** A new database; skips the test if the server does not run on this machine. */
    static TestDatabase postgres() throws SQLException {
        Assumptions.assumeTrue(Server.RUNNING != null, "PostgreSQL does not run here");
        return in(Server.RUNNING);
    }

    /** A new database of a server. */
    static TestDatabase in(EmbeddedPostgres server) throws SQLException {
        String name = "test" + DATABASES.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        return new TestDatabase(
                "jdbc:postgresql://localhost:" + server.getPort() + "/" + name, "postgres");
    }

    static TestDatabase duckdb(Path directory) {
        Path file = directory.resolve("test" + DATABASES.incrementAndGet() + ".duckdb");
        return new TestDatabase("jdbc:duckdb:" + file, "");
    }

    boolean isPostgres() {
        return Dialect.of(url) == Dialect.POSTGRESQL;
    }

    Connection connect() throws SQLException {
        return isPostgres()
                ? DriverManager.getConnection(url, user, "")
                : DriverManager.getConnection(url, Dialect.DUCKDB.properties("test"));
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** The rows of a query, in its order, with a bar between fields. */
    List<String> rows(String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(i == 1 ? "" : "|").append(found.getString(i));
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    /** Sets where a job reads or writes a table. */
    void login(Configuration conf, String prefix) {
        conf.set(prefix + TableKeys.URL, url);
        if (!user.isEmpty()) {
            conf.set(prefix + TableKeys.USER, user);
        }
    }

    /** The tables of a job that are left. */
    List<String> staged() throws SQLException {
        return rows(
                "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'millrace%'");
    }

    /** The server that this JVM starts when a test first needs it; it ends with the JVM. */
    private static final class Server {

        static final @Nullable EmbeddedPostgres RUNNING = start();

        private static @Nullable EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
            } catch (IOException | RuntimeException e) {
                System.out.println("PostgreSQL does not run here, its tests are skipped: " + e);
                return null;
            }
        }
    }
}
