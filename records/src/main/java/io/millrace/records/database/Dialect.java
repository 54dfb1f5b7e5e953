package io.millrace.records.database;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The databases whose behaviour is known. */
enum Dialect {
    /** PostgreSQL. */
    POSTGRESQL("jdbc:postgresql:") {
        @Override
        Properties properties(String purpose) {
            Properties properties = new Properties();
            properties.setProperty("ApplicationName", purpose);
            // The server gives texts the type of the column: of enumerations, addresses, and so on.
            properties.setProperty("stringtype", "unspecified");
            properties.setProperty("reWriteBatchedInserts", "true");
            return properties;
        }
    },
    /** DuckDB, a database in the process and in one file. */
    DUCKDB("jdbc:duckdb:") {
        @Override
        Properties properties(String purpose) {
            Properties properties = new Properties();
            properties.setProperty("jdbc_stream_results", "true");
            return properties;
        }

        // It cannot open a file while another thread closes the last connection to it.
        @Override
        synchronized @Nullable Connection connect(Driver driver, String url, Properties properties)
                throws SQLException {
            return super.connect(driver, url, properties);
        }

        @Override
        synchronized void close(Connection connection) throws SQLException {
            super.close(connection);
        }
    },
    /** Any other, of which only standard SQL is expected. */
    OTHER("") {
        @Override
        Properties properties(String purpose) {
            return new Properties();
        }
    };

    private final String prefix;

    Dialect(String prefix) {
        this.prefix = prefix;
    }

    static Dialect of(String url) {
        for (Dialect dialect : values()) {
            if (url.startsWith(dialect.prefix)) {
                return dialect;
            }
        }
        return OTHER;
    }

    /** The settings of a connection that the job's URL does not override. */
    abstract Properties properties(String purpose);

    /** A new connection; null if the URL is not for this driver. */
    @Nullable Connection connect(Driver driver, String url, Properties properties)
            throws SQLException {
        return driver.connect(url, properties);
    }

    void close(Connection connection) throws SQLException {
        connection.close();
    }
}
