package io.millrace.workers.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.Choice;
import io.millrace.exchange.config.Toggle;
import io.millrace.exchange.tls.GangIdentity;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.security.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GangCredentialsTest {

    private static final String TLS = "millrace.exchange.tls";
    private static final String SHUFFLE = "mapreduce.shuffle.ssl.enabled";

    @ParameterizedTest
    @CsvSource({
        "auto, false, false, default: mapreduce.shuffle.ssl.enabled is not true",
        "auto, true, true, mapreduce.shuffle.ssl.enabled is true",
        "true, false, true, set by millrace.exchange.tls",
        "false, true, false, set by millrace.exchange.tls"
    })
    void aJobEncryptsAsItAsksOrAsTheShuffleDoes(
            String tls, String shuffle, boolean encrypts, String why) {
        Map<String, String> job = Map.of(TLS, tls, SHUFFLE, shuffle);
        assertThat(GangCredentials.encrypts(job::get)).isEqualTo(encrypts);
        Choice<Toggle> choice = GangCredentials.tls(job::get);
        assertThat(choice.reason()).isEqualTo(why);
    }

    /** As in a job that a task of another gang submits. */
    @Test
    void aNewIdentityReplacesTheWholeOfAnotherOne() throws Exception {
        Credentials credentials = new Credentials();
        assertThat(GangCredentials.of(credentials)).isNull();
        GangCredentials.add(Map.of(TLS, "true")::get, credentials);
        GangIdentity first = identity(credentials);
        assertThat(first.tls()).isNotNull();
        GangCredentials.add(Map.of(TLS, "false")::get, credentials);
        GangIdentity second = identity(credentials);
        assertThat(second.tls()).isNull();
        assertThat(second.secret().bytes()).isNotEqualTo(first.secret().bytes());
    }

    private static GangIdentity identity(Credentials credentials) throws IOException {
        GangIdentity identity = GangCredentials.of(credentials);
        if (identity == null) {
            throw new AssertionError("there is none");
        }
        return identity;
    }
}
