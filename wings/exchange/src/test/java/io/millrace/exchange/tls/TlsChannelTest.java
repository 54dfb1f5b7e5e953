package io.millrace.exchange.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.secret.SharedSecret;
import io.millrace.testing.Seeds;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Blocking channels, as those for orders are. */
@Tag("jdk")
class TlsChannelTest {

    private static final int UPDATES = 20;
    private static final int CHUNK = 150_000;

    private static GangIdentity identity;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void makeCertificate() throws IOException {
        identity = GangIdentity.make(true);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static GangTls tls(GangIdentity its) {
        GangTls tls = its.tls();
        if (tls == null) {
            throw new AssertionError("it does not encrypt");
        }
        return tls;
    }

    /** One end, with its engine. */
    private record End(TlsChannel channel, SSLEngine engine) {

        static End of(SocketChannel socket, boolean called) {
            SSLEngine engine = tls(identity).engine(called);
            return new End(new TlsChannel(socket, engine), engine);
        }
    }

    private List<End> ends(SocketChannel caller, SocketChannel called) throws Exception {
        End one = End.of(caller, false);
        End two = End.of(called, true);
        Future<Boolean> secured = threads.submit(() -> two.channel.handshake());
        assertThat(one.channel.handshake()).isTrue();
        assertThat(secured.get()).isTrue();
        return List.of(one, two);
    }

    private List<End> ends() throws Exception {
        SocketChannel[] pair = Wiretap.pair();
        return ends(pair[0], pair[1]);
    }

    /** Both ends send much at the same time, and ask for new keys meanwhile. */
    @Test
    void bytesArriveWholeInBothDirectionsWhileKeysChange() throws Exception {
        List<End> ends = ends();
        List<Future<Void>> sending = new ArrayList<>();
        List<Future<Void>> receiving = new ArrayList<>();
        for (int each = 0; each < 2; each++) {
            long seed = Seeds.random("end " + each).nextLong();
            End from = ends.get(each);
            End to = ends.get(1 - each);
            sending.add(threads.submit(() -> send(from, new Random(seed))));
            receiving.add(threads.submit(() -> receive(to, new Random(seed))));
        }
        for (Future<Void> each : sending) {
            each.get();
        }
        for (Future<Void> each : receiving) {
            each.get();
        }
        close(ends);
    }

    private static Void send(End end, Random random) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int update = 0; update < UPDATES; update++) {
            random.nextBytes(chunk);
            ByteBuffer bytes = ByteBuffer.wrap(chunk);
            while (bytes.hasRemaining()) {
                end.channel.write(bytes);
            }
            end.engine.beginHandshake(); // new keys
        }
        return null;
    }

    /** Reads pieces of many sizes, most of them smaller than a record. */
    private static Void receive(End end, Random random) throws IOException {
        byte[] expected = new byte[CHUNK];
        byte[] chunk = new byte[CHUNK];
        for (int update = 0; update < UPDATES; update++) {
            random.nextBytes(expected);
            for (int at = 0; at < CHUNK; ) {
                int most = Math.min(CHUNK - at, 1 + (at * 7 + update) % 40_000);
                int count = end.channel.read(ByteBuffer.wrap(chunk, at, most));
                assertThat(count).isPositive();
                at += count;
            }
            assertThat(chunk).isEqualTo(expected);
        }
        return null;
    }

    private static void close(List<End> ends) throws IOException {
        for (End each : ends) {
            each.channel.close();
        }
    }

    @Test
    void anEndOfTheStreamBetweenRecordsIsAnEnd() throws Exception {
        List<End> ends = ends();
        ends.get(1).channel.write(ByteBuffer.wrap(new byte[] {5}));
        ends.get(1).channel.close();
        ByteBuffer read = ByteBuffer.allocate(10);
        assertThat(ends.get(0).channel.read(read)).isEqualTo(1);
        assertThat(ends.get(0).channel.read(read)).isEqualTo(-1);
        close(ends);
    }

    @Test
    void anEndOfTheStreamWithinARecordIsAnError() throws Exception {
        List<End> ends = ends();
        SocketChannel raw = ends.get(1).channel.socket();
        raw.write(ByteBuffer.wrap(new byte[] {23, 3, 3, 0, 100, 1, 2, 3}));
        raw.close();
        assertThatThrownBy(() -> ends.get(0).channel.read(ByteBuffer.allocate(10)))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("within a record");
        close(ends);
    }

    @Test
    void aCertificateOfAnotherGangIsRefused() throws Exception {
        SocketChannel[] pair = Wiretap.pair();
        TlsChannel one = tls(identity).channel(pair[0], false);
        TlsChannel two = tls(GangIdentity.make(true)).channel(pair[1], true);
        Future<Boolean> called = threads.submit(() -> two.handshake());
        assertThatThrownBy(() -> one.handshake())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("TLS with the gang's certificate could not begin");
        assertThatThrownBy(() -> called.get())
                .hasMessageContaining("TLS with the gang's certificate could not begin");
        one.close();
        two.close();
    }

    @Test
    void aCallerWithoutACertificateIsRefused() throws Exception {
        SocketChannel[] pair = Wiretap.pair();
        SSLEngine engine = Strangers.trustingAll().createSSLEngine();
        engine.setUseClientMode(true);
        TlsChannel stranger = new TlsChannel(pair[0], engine);
        TlsChannel called = tls(identity).channel(pair[1], true);
        Future<Boolean> admitted = threads.submit(() -> called.handshake());
        stranger.handshake(); // the called one looks at certificates last
        assertThatThrownBy(() -> admitted.get())
                .hasMessageContaining("TLS with the gang's certificate could not begin");
        assertThatThrownBy(() -> stranger.read(ByteBuffer.allocate(10)))
                .hasMessageContaining("could not begin");
        stranger.close();
        called.close();
    }

    @Test
    void aCertificateAndTheSecretOfAnotherGangDoNotFit() {
        byte[] store = tls(identity).bytes();
        assertThatThrownBy(() -> GangTls.of(SharedSecret.random(), store))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the secret of one gang");
    }
}
