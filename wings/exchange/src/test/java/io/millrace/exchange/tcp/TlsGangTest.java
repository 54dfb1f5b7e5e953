package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.config.TransportKind;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.ring.RingDirectory;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.wire.WireKind;
import io.millrace.testing.Sampled;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gang whose links are encrypted. */
@Sampled(oneIn = 3)
@Tag("jdk")
class TlsGangTest extends TcpGangTest {

    private static GangIdentity identity;

    /** Those of workers that have another one. */
    private final Map<Integer, WireKind> mediums = new ConcurrentHashMap<>();

    @BeforeAll
    static void makeCertificate() throws IOException {
        identity = GangIdentity.make(true);
    }

    @Override
    protected WireKind wireKind(int rank) {
        return mediums.getOrDefault(rank, WireKind.SOCKETS.with(identity.tls()));
    }

    @Override
    protected String mediumElsewhere() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            identity.writeTo(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return "tls:" + HexFormat.of().formatHex(bytes.toByteArray());
    }

    private void breaks(String why) throws Exception {
        List<Transport> gang = gang(2);
        try {
            gang.get(1).send(0, message(5));
        } catch (GangBrokenException e) {
            // The refusal may come before the message.
        }
        assertThatThrownBy(() -> gang.get(0).receive(1))
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("worker 1 is lost")
                .hasMessageContaining(why);
        assertThatThrownBy(() -> gang.get(1).receive(0)).isInstanceOf(GangBrokenException.class);
    }

    @Test
    void aWorkerWithAnotherCertificateIsRefused() throws Exception {
        mediums.put(1, WireKind.SOCKETS.with(GangIdentity.make(true).tls()));
        breaks("TLS with the gang's certificate could not begin");
    }

    @Test
    void aWorkerThatDoesNotEncryptIsRefused() throws Exception {
        mediums.put(1, WireKind.SOCKETS);
        breaks("TLS with the gang's certificate could not begin");
    }

    @Test
    void workersThatCannotShareMemoryEncrypt() throws Exception {
        RingDirectory useless = new RingDirectory(Path.of("/nothing/is/here"));
        mediums.put(0, WireKind.rings(useless).with(identity.tls()));
        mediums.put(1, WireKind.rings(useless).with(identity.tls()));
        List<Transport> gang = gang(2);
        gang.get(0).send(1, message(5));
        assertThat(first(gang.get(1).receive(0))).isEqualTo(5);
        gang.get(1).send(0, message(6));
        assertThat(first(gang.get(0).receive(1))).isEqualTo(6);
    }

    @Test
    void rdmaIsNotUsedBecauseItDoesNotEncrypt() {
        try (Lines log = new Lines()) {
            WireKind wireKind = WireKind.of(TransportKind.RDMA, identity.tls());
            assertThat(wireKind.begin()).isNull();
            assertThat(wireKind.tls()).isNotNull();
            assertThat(log.all())
                    .containsExactly(
                            "workers use TCP with TLS instead of RDMA, because UCX does not"
                                    + " encrypt");
        }
    }
}
