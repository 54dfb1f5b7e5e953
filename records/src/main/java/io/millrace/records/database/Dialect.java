package io.millrace.records.database;

import java.util.Properties;

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
}
