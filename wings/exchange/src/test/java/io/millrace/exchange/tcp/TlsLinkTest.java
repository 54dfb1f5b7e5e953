package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.enrolment.Table;
import io.millrace.exchange.frame.FrameMaker;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.exchange.tls.GangTls;
import io.millrace.exchange.tls.Wiretap;
import io.millrace.exchange.wire.Wires;
import io.millrace.testing.Seeds;
import io.millrace.testing.Soak;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two workers, and somebody between them. */
@Tag("jdk")
class TlsLinkTest {

    private static final Duration TIME = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final String TEXT = "a text that somebody would like to read";
    private static final int BYTES = 100_000;

    /** More bytes than the handshake sends in one direction. */
    private static final int HANDSHAKE_BYTES = 2_000;

    private static GangIdentity identity;

    private final MemoryAccount memory =
            new MemoryBudget(1 << 24, 1 << 16, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void makeCertificate() throws IOException {
        identity = GangIdentity.make(true);
    }

    @AfterEach
    void allMemoryIsGivenBack() {
        threads.shutdownNow();
        assertThat(memory.heldBytes()).isZero();
    }

    /** The workers; the second one has made the connection. */
    private final class Pair implements AutoCloseable {

        private final Reactor oneReactor = new Reactor("one");
        private final Reactor twoReactor = new Reactor("two");
        private final TcpTransport one;
        private final TcpTransport two;

        Pair(Wiretap tap, @Nullable GangTls tls) throws IOException {
            one = transport(0, new Wires(oneReactor, null, tls), tap.called());
            two = transport(1, new Wires(twoReactor, null, tls), tap.caller());
        }

        private TcpTransport transport(int rank, Wires wires, SocketChannel channel) {
            GangMember member = new GangMember("gang", 2, WaitPolicy.PLAIN, TIME, memory);
            TcpTransport transport = new TcpTransport(rank, member, new Table(2, List.of()), wires);
            Link link =
                    new Link(
                            1 - rank,
                            channel,
                            wires.reactor(),
                            transport.inbox(),
                            transport.taker(),
                            memory,
                            new FrameMaker(1, 2, rank, 0),
                            wires,
                            SILENCE.toNanos());
            transport.open(rank == 0 ? Arrays.asList(null, link) : Arrays.asList(link, null));
            return transport;
        }

        /** Ends both as workers do that failed. */
        @Override
        public void close() throws Exception {
            one.leave();
            two.leave();
            Future<?> closing = threads.submit(one::close);
            two.close();
            closing.get();
            oneReactor.close();
            twoReactor.close();
        }
    }

    private Message message(byte[] content) throws IOException {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(content);
            return out.finish();
        }
    }

    private static byte[] content(Message message) throws IOException {
        try (message) {
            return message.open().readAllBytes();
        }
    }

    private String overheard(@Nullable GangTls tls) throws Exception {
        byte[] text = TEXT.repeat(3_000).getBytes(StandardCharsets.ISO_8859_1);
        try (Wiretap tap = Wiretap.recording()) {
            try (Pair pair = new Pair(tap, tls)) {
                for (int round = 0; round < 3; round++) {
                    pair.one.send(1, message(text));
                    pair.two.send(0, message(TEXT.getBytes(StandardCharsets.ISO_8859_1)));
                    assertThat(content(pair.two.receive(0))).isEqualTo(text);
                    assertThat(content(pair.one.receive(1))).hasSize(TEXT.length());
                }
            }
            return new String(tap.recorded(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void nothingCanBeReadInTheMiddle() throws Exception {
        assertThat(overheard(null)).contains(TEXT).contains("MRF1");
        assertThat(overheard(identity.tls()))
                .hasSizeGreaterThan(TEXT.length() * 9_000)
                .doesNotContain(TEXT.substring(0, 8))
                .doesNotContain("MRF1");
    }

    /** Some bits of the handshake mean nothing, such as those of old versions. */
    @Test
    void aFlippedBitIsAnErrorAndNeverAWrongMessage() throws Exception {
        Random random = Seeds.random("bits");
        byte[] sent = new byte[BYTES];
        random.nextBytes(sent);
        int cases = Soak.cases(6, 300);
        for (int flip = 0; flip < cases; flip++) {
            int at =
                    flip % 3 == 0
                            ? random.nextInt(HANDSHAKE_BYTES)
                            : HANDSHAKE_BYTES + random.nextInt(BYTES - HANDSHAKE_BYTES);
            flipped(sent, at * (long) Byte.SIZE + random.nextInt(Byte.SIZE));
        }
    }

    private void flipped(byte[] sent, long bit) throws Exception {
        try (Wiretap tap = Wiretap.flipping(bit);
                Pair pair = new Pair(tap, identity.tls())) {
            try {
                pair.two.send(0, message(sent));
            } catch (GangBrokenException e) {
                assertThat(e).hasMessageContaining("worker 0 is lost");
            }
            try {
                assertThat(content(pair.one.receive(1))).as("bit %d", bit).isEqualTo(sent);
                assertThat(bit).isLessThan(HANDSHAKE_BYTES * (long) Byte.SIZE);
            } catch (GangBrokenException e) {
                assertThat(e).as("bit %d", bit).hasMessageContaining("worker 1 is lost");
            }
        }
    }

    @Test
    void aStreamThatIsCutWithinAMessageIsAnError() throws Exception {
        try (Wiretap tap = Wiretap.cutting(500_000);
                Pair pair = new Pair(tap, identity.tls())) {
            pair.two.send(0, message(new byte[3_000_000]));
            assertThatThrownBy(() -> pair.one.receive(1))
                    .isInstanceOf(GangBrokenException.class)
                    .hasMessageContaining("worker 1 is lost");
        }
    }
}
