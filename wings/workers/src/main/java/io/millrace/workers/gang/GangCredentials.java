package io.millrace.workers.gang;

import io.millrace.engine.config.Settings;
import io.millrace.engine.plan.Choice;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.config.Toggle;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.tls.GangTls;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.security.Credentials;
import org.jspecify.annotations.Nullable;

/** The identity of a gang in the credentials of its job, which each task gets. */
public final class GangCredentials {

    private static final Text SECRET = new Text("millrace.gang.secret");
    private static final Text CERTIFICATE = new Text("millrace.gang.certificate");

    private GangCredentials() {}

    /**
     * Makes the identity of a new gang, in place of that of another one.
     *
     * @throws IOException if its messages are to be encrypted, and no certificate can be made
     */
    public static void add(Settings job, Credentials credentials) throws IOException {
        GangIdentity made = GangIdentity.make(encrypts(job));
        credentials.addSecretKey(SECRET, made.secret().bytes());
        GangTls tls = made.tls();
        if (tls == null) {
            credentials.removeSecretKey(CERTIFICATE);
        } else {
            credentials.addSecretKey(CERTIFICATE, tls.bytes());
        }
    }

    /**
     * The identity of a job's gang; null if the job has none.
     *
     * @throws IOException if its certificate cannot be used
     */
    public static @Nullable GangIdentity of(Credentials credentials) throws IOException {
        byte[] bytes = credentials.getSecretKey(SECRET);
        if (bytes == null) {
            return null;
        }
        SharedSecret secret = new SharedSecret(bytes);
        byte[] store = credentials.getSecretKey(CERTIFICATE);
        return new GangIdentity(secret, store == null ? null : GangTls.of(secret, store));
    }

    /** Whether TLS encrypts the messages of a job's workers. */
    public static boolean encrypts(Settings job) {
        return tls(job).value() == Toggle.TRUE;
    }

    /** The choice of that, which is never {@code auto}. */
    public static Choice<Toggle> tls(Settings job) {
        Toggle asked = ExchangeKeys.TLS.in(job);
        if (asked != Toggle.AUTO) {
            return Choice.of(ExchangeKeys.TLS, asked, "set by " + ExchangeKeys.TLS);
        }
        String shuffle = MRConfig.SHUFFLE_SSL_ENABLED_KEY;
        return Boolean.parseBoolean(job.get(shuffle))
                ? Choice.of(ExchangeKeys.TLS, Toggle.TRUE, shuffle + " is true")
                : Choice.of(ExchangeKeys.TLS, Toggle.FALSE, "default: " + shuffle + " is not true");
    }
}
