package io.millrace.records.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.records.config.TableKeys;
import io.millrace.testing.Await;
import java.sql.SQLException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of an interrupted thread to a database. */
class InterruptWatchTest {

    private static final String SLOW = "SELECT pg_sleep(1000)";

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptedThreadLeavesNoCallRunning() throws Exception {
        TestDatabase database = TestDatabase.postgres();
        Configuration conf = new Configuration();
        database.login(conf, TableKeys.INPUT);
        DatabaseLogin login = DatabaseLogin.of(conf, TableKeys.INPUT);
        try (OpenConnection connection = OpenConnection.open(login, "watched")) {
            Thread.currentThread().interrupt();
            // The second call starts after the look that ended the first one.
            for (int call = 0; call < 2; call++) {
                assertThatThrownBy(() -> connection.execute(SLOW))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("canceling statement");
                connection.jdbc().rollback();
            }
        }
        assertThat(Thread.interrupted()).isTrue();
        Await.until(
                "the database runs none of the calls",
                () ->
                        database.rows(
                                        "SELECT pid FROM pg_stat_activity WHERE application_name = 'watched'")
                                .isEmpty());
    }
}
