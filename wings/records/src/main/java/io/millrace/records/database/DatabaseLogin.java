package io.millrace.records.database;

import io.millrace.engine.redact.Secrets;
import io.millrace.records.config.TableKeys;
import io.millrace.records.table.TableException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;

/**
 * How a job connects to a database: the settings after one of the prefixes of {@link TableKeys}.
 * Immutable.
 */
final class DatabaseLogin {

    private final Configuration conf;
    private final String prefix;
    private final String url;

    private DatabaseLogin(Configuration conf, String prefix, String url) {
        this.conf = conf;
        this.prefix = prefix;
        this.url = url;
    }

    /**
     * The settings after a prefix.
     *
     * @throws TableException if there is no URL, or it contains a credential
     */
    static DatabaseLogin of(Configuration conf, String prefix) throws TableException {
        String url = conf.getTrimmed(prefix + TableKeys.URL, "");
        if (url.isEmpty()) {
            throw new TableException(
                    "%s%s is not set. Set it to the JDBC URL of the database, such as jdbc:postgresql://host/database."
                            .formatted(prefix, TableKeys.URL),
                    null);
        }
        if (!Secrets.redact(url).equals(url)) {
            throw new TableException(
                    "%1$s%2$s contains a password or another credential, which logs and reports would show. Remove it, and set %1$s%3$s, for which Hadoop also looks in its credential providers."
                            .formatted(prefix, TableKeys.URL, TableKeys.PASSWORD),
                    null);
        }
        return new DatabaseLogin(conf, prefix, url);
    }

    Dialect dialect() {
        return Dialect.of(url);
    }

    /**
     * A new connection, without auto-commit, which the caller closes.
     *
     * @param purpose names the connection in the database, if that shows names
     */
    Connection connect(String purpose) throws IOException {
        Properties properties = dialect().properties(purpose);
        String user = conf.getTrimmed(prefix + TableKeys.USER, "");
        if (!user.isEmpty()) {
            properties.setProperty("user", user);
        }
        char[] password = conf.getPassword(prefix + TableKeys.PASSWORD);
        if (password != null) {
            properties.setProperty("password", new String(password));
        }
        Driver driver = driver();
        try {
            Connection connection = dialect().connect(driver, url, properties);
            if (connection == null) {
                throw new TableException(
                        "The driver %s does not accept the URL %s. Correct %s%s."
                                .formatted(
                                        driver.getClass().getName(), url, prefix, TableKeys.DRIVER),
                        null);
            }
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException e) {
            throw new TableException(
                    "Cannot connect to %s for %s: %s Check that the database runs, and that user and password are right."
                            .formatted(url, purpose, Sentence.of(e)),
                    e);
        }
    }

    /** The driver: of the job's own classes, which {@link java.sql.DriverManager} hides. */
    private Driver driver() throws TableException {
        String name = conf.getTrimmed(prefix + TableKeys.DRIVER, "");
        try {
            if (!name.isEmpty()) {
                return conf.getClassByName(name)
                        .asSubclass(Driver.class)
                        .getDeclaredConstructor()
                        .newInstance();
            }
            for (Driver each : ServiceLoader.load(Driver.class, conf.getClassLoader())) {
                if (each.acceptsURL(url)) {
                    return each;
                }
            }
        } catch (ReflectiveOperationException
                | ClassCastException
                | SQLException
                | ServiceConfigurationError e) {
            throw new TableException(
                    "Cannot load the JDBC driver %s for %s: %s. Add its jar to the job with -libjars and to HADOOP_CLASSPATH."
                            .formatted(name, url, e),
                    e);
        }
        throw new TableException(
                "No JDBC driver for %s is on the class path. Add its jar to the job with -libjars and to HADOOP_CLASSPATH, or set %s%s."
                        .formatted(url, prefix, TableKeys.DRIVER),
                null);
    }

    @Override
    public String toString() {
        return url;
    }
}
