package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.call.Hello;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Notice;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.frame.FrameHeader;
import io.millrace.exchange.frame.FrameHeader.Kind;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.wire.WireKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A worker with the gang's secret that breaks the protocol, falls silent or hardly reads. */
class HostilePeerTest {

    private static final String HERE = "127.0.0.1";
    private static final String GANG = "gang";
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Two workers, and the peer. */
    private static final int SIZE = 3;

    @TempDir Path directory;

    private final MemoryAccount memory =
            new MemoryBudget(1 << 22, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final SharedSecret secret = SharedSecret.random();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<TcpGang> open = new ArrayList<>();
    private final List<Transport> joined = new ArrayList<>();
    private Duration silence = LONG;

    @AfterEach
    void allMemoryIsGivenBack() throws Exception {
        for (Transport each : joined) {
            threads.execute(() -> {
                each.leave();
                each.close();
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        open.forEach(TcpGang::close);
        assertThat(memory.heldBytes()).isZero();
    }

    private TcpGang worker(int rank) throws IOException {
        GangMember member = new GangMember(GANG, SIZE, WaitPolicy.PLAIN, LONG, memory);
        TcpMember self =
                new TcpMember(member, rank, 1, secret, Ports.any(HERE), silence, WireKind.SOCKETS);
        TcpGang gang = TcpGang.open(self, place());
        open.add(gang);
        return gang;
    }

    private MeetingPlace place() {
        return new LocalMeetingFile(directory.resolve("notice"));
    }

    private Address coordinator() throws IOException {
        byte[] encoded = place().read();
        return Notice.decode(encoded == null ? new byte[0] : encoded, secret)
                .orElseThrow()
                .address();
    }

    private static <T> T got(Future<T> future) throws Exception {
        return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    /** All meet again, with a worker in the place of the peer. */
    private void assertMeet(List<TcpGang> workers) throws Exception {
        joined.forEach(Transport::leave);
        List<Future<Transport>> joining = new ArrayList<>();
        for (TcpGang each : workers) {
            joining.add(threads.submit(each::join));
        }
        for (Future<Transport> each : joining) {
            joined.add(got(each));
        }
        Transport last = joined.get(joined.size() - 1);
        last.send(0, message(100));
        joined.get(joined.size() - SIZE).receive(SIZE - 1).close();
    }

    private Message message(int bytes) throws IOException {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(new byte[bytes]);
            return out.finish();
        }
    }

    /** The two workers after they have met the peer. */
    private List<TcpGang> metBy(RawPeer peer, List<Socket> links) throws Exception {
        List<TcpGang> workers = List.of(worker(0), worker(1));
        List<Future<Transport>> joining = new ArrayList<>();
        for (TcpGang each : workers) {
            joining.add(threads.submit(each::join));
        }
        links.addAll(peer.join(coordinator()));
        for (Future<Transport> each : joining) {
            joined.add(got(each));
        }
        return workers;
    }

    @ParameterizedTest
    @CsvSource({
        "WHOLE, 65537, longer than its message",
        "WHOLE, -1, longer than its message",
        "PART, 1, not asked for",
        "ANNOUNCE, 65536, may not be sent",
        "ANNOUNCE, -1, may not be sent",
        "ANNOUNCE, 9223372036854775807, more than the memory of this process",
        "ANNOUNCE, 1099511627776, more than the memory of this process",
        "GRANT, 0, granted what was not announced"
    })
    void aFrameThatMayNotComeLosesItsSenderOnly(Kind kind, long length, String reason)
            throws Exception {
        try (RawPeer peer = new RawPeer(GANG, secret, SIZE - 1)) {
            List<Socket> links = new ArrayList<>();
            List<TcpGang> workers = metBy(peer, links);
            peer.frame(links.get(0), kind, length);
            assertThatThrownBy(() -> joined.get(0).receive(SIZE - 1))
                    .isInstanceOf(GangBrokenException.class)
                    .hasMessageContaining("worker 2 is lost")
                    .hasMessageContaining(reason);
            RawPeer.awaitEnd(links.get(0));
            assertMeet(List.of(workers.get(0), workers.get(1), worker(2)));
        }
    }

    @Test
    void moreMessagesThanMayBeOnTheirWayLoseTheirSender() throws Exception {
        try (RawPeer peer = new RawPeer(GANG, secret, SIZE - 1)) {
            List<Socket> links = new ArrayList<>();
            metBy(peer, links);
            for (int i = 0; i <= FrameHeader.CREDITS; i++) {
                peer.frame(links.get(0), Kind.ANNOUNCE, FrameHeader.AT_ONCE_BYTES + 1);
            }
            assertThatThrownBy(() -> joined.get(0).receive(SIZE - 1))
                    .isInstanceOf(GangBrokenException.class)
                    .hasMessageContaining("may not be sent");
        }
    }

    @ParameterizedTest
    @CsvSource({"-1", "0", "2147483647"})
    void anOversizedBlockAtTheCoordinatorEndsItsConnectionOnly(int length) throws Exception {
        List<TcpGang> workers = List.of(worker(0), worker(1), worker(2));
        Future<Transport> zero = threads.submit(() -> workers.get(0).join());
        try (RawPeer peer = new RawPeer(GANG, secret, SIZE - 1)) {
            Socket socket = peer.call(coordinator(), Hello.Purpose.ENROL, 0);
            socket.getOutputStream()
                    .write(
                            new byte[] {
                                (byte) (length >> 24),
                                (byte) (length >> 16),
                                (byte) (length >> 8),
                                (byte) length
                            });
            RawPeer.awaitEnd(socket);
        }
        assertMeetWith(zero, workers);
    }

    private void assertMeetWith(Future<Transport> zero, List<TcpGang> workers) throws Exception {
        Future<Transport> one = threads.submit(() -> workers.get(1).join());
        Future<Transport> two = threads.submit(() -> workers.get(2).join());
        for (Future<Transport> each : List.of(zero, one, two)) {
            joined.add(got(each));
        }
    }

    /** Its job may have been started with another number of workers. */
    @Test
    void aWorkerWithARankThatTheGangDoesNotHaveIsTurnedAway() throws Exception {
        List<TcpGang> workers = List.of(worker(0), worker(1), worker(2));
        Future<Transport> zero = threads.submit(() -> workers.get(0).join());
        try (RawPeer peer = new RawPeer(GANG, secret, 99)) {
            assertThatThrownBy(() -> peer.join(coordinator()))
                    .hasMessageContaining("the gang of 3 has no worker 99");
        }
        assertMeetWith(zero, workers);
    }

    /** Its machine was switched off, or its network is gone: the connection does not end. */
    @Test
    void aHalfOpenConnectionEndsAfterTheLimitOfSilence() throws Exception {
        silence = Duration.ofSeconds(3);
        try (RawPeer peer = new RawPeer(GANG, secret, SIZE - 1)) {
            List<TcpGang> workers = metBy(peer, new ArrayList<>());
            for (Transport each : joined) {
                assertThatThrownBy(() -> each.receive(SIZE - 1))
                        .isInstanceOf(GangBrokenException.class)
                        .hasMessageContaining("worker 2 is lost: it was silent for 3 s");
            }
            assertMeet(List.of(workers.get(0), workers.get(1), worker(2)));
        }
    }

    /** It shows that it is alive, and takes a byte now and then. */
    @Test
    void aSlowReaderDelaysNobodyElseAndTakesLittleMemory() throws Exception {
        int bytes = 60_000;
        try (RawPeer peer = new RawPeer(GANG, secret, SIZE - 1)) {
            List<Socket> links = new ArrayList<>();
            metBy(peer, links);
            Transport zero = joined.get(0);
            Future<?> flood =
                    threads.submit(() -> {
                        while (true) {
                            zero.send(SIZE - 1, message(bytes));
                        }
                    });
            InputStream slow = links.get(0).getInputStream();
            for (int round = 0; round < 500; round++) {
                zero.send(1, message(bytes));
                joined.get(1).receive(0).close();
                if (round % 100 == 0) {
                    assertThat(slow.read()).isNotNegative();
                    peer.frame(links.get(0), Kind.PING, 0);
                }
                assertThat(memory.heldBytes()).isLessThan(10L * bytes);
            }
            zero.leave();
            assertThatThrownBy(() -> got(flood)).hasCauseInstanceOf(GangBrokenException.class);
        }
    }
}
