package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.remote.TaskResources;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.orders.OrderCall;
import io.millrace.exchange.orders.WorkerCalls;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.workers.fork.RemoteJvm;
import io.millrace.workers.fork.wire.JobSpec;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver's first message to a worker, which crosses the network. */
final class GangWorkersTest {

    private static final JobID ID = new JobID("gang", 2);
    private static final Duration TIME = Duration.ofSeconds(60);
    private static final String PASSWORD = "the password of a token";

    @TempDir Path work;

    /** With TLS as well: a worker sees the decrypted bytes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWorkerIsSentNeitherTheSecretNorTheCredentials(boolean encrypts) throws Exception {
        GangTerms terms = terms(encrypts);
        JobSpec job = job(terms);
        assertThat(written(job)).as("on one machine").contains(PASSWORD);
        String sent = sent(terms, job);
        assertThat(sent).contains(ID.toString()).contains("name.of.a.key");
        assertThat(sent).doesNotContain(PASSWORD);
        assertThat(sent).doesNotContain(text(terms.identity().secret().bytes()));
    }

    private GangTerms terms(boolean encrypts) throws IOException {
        JobConf gang = new JobConf();
        gang.setInt("millrace.gang.workers", 1);
        gang.set("name.of.a.key", "value");
        gang.setBoolean("mapreduce.shuffle.ssl.enabled", encrypts);
        Path staging = Files.createDirectory(work.resolve("staging"));
        GangTerms.prepare(
                gang, new org.apache.hadoop.fs.Path(staging.toUri()), gang.getCredentials());
        GangTerms terms = GangTerms.of(gang, ID);
        assertThat(terms.identity().tls() != null).isEqualTo(encrypts);
        return terms;
    }

    private JobSpec job(GangTerms terms) {
        Credentials credentials = new Credentials(terms.gang().getCredentials());
        credentials.addToken(
                new Text("files"),
                new Token<TokenIdentifier>(
                        new byte[] {1},
                        PASSWORD.getBytes(StandardCharsets.ISO_8859_1),
                        new Text("kind"),
                        new Text("service")));
        JobConf conf = new JobConf(terms.gang());
        conf.setCredentials(credentials);
        UserGroupInformation user = UserGroupInformation.createRemoteUser("somebody");
        user.addCredentials(credentials);
        JobClasses classes = JobClasses.shared(conf, conf.getClassLoader(), "test");
        return new JobSpec(
                new JobEnvironment(ID, conf, classes, user, List.of(), work),
                List.of(),
                new TaskResources(1, 1, 1 << 20, 1 << 16));
    }

    private static String written(JobSpec job) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        job.writeTo(new DataOutputStream(bytes));
        return text(bytes.toByteArray());
    }

    private static String sent(GangTerms terms, JobSpec job) throws Exception {
        ExecutorService worker = Executors.newSingleThreadExecutor();
        try (WorkerCalls calls =
                WorkerCalls.listen(
                        ID.toString(), terms.identity(), terms.ports(), terms.driver())) {
            Future<String> received = worker.submit(() -> received(terms));
            EarlyCalls early = new EarlyCalls(calls.awaitAll(1, TIME));
            List<InetAddress> machines = early.machines();
            assertThat(machines).hasSize(1);
            try (GangWorkers workers = new GangWorkers(terms, 0, job, calls, early, machines)) {
                RemoteJvm started = workers.start(0, 0);
                String sent = received.get();
                started.destroy();
                return sent;
            }
        } finally {
            worker.shutdownNow();
        }
    }

    private static String received(GangTerms terms) throws Exception {
        OrderCall called =
                WorkerCalls.call(ID.toString(), terms.identity(), terms.driver(), 0, 0, TIME);
        try (MessageChannel link = called.messages()) {
            return text(link.receive().readAllBytes());
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
