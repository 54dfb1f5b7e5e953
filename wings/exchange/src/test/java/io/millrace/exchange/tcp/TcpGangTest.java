package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.call.Hello;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Notice;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.connection.Handshake;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.TransportContract;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.wire.WireKind;
import io.millrace.testing.Await;
import io.millrace.testing.Sampled;
import io.millrace.testing.Seeds;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
@Sampled(oneIn = 2)
class TcpGangTest extends TransportContract {

    private static final String HERE = "127.0.0.1";
    private static final Duration SILENCE = Duration.ofSeconds(30);

    @TempDir Path folder;
    final SharedSecret secret = SharedSecret.random();
    private final ConcurrentLinkedDeque<TcpGang> open = new ConcurrentLinkedDeque<>();

    @Override
    protected Rendezvous rendezvous(int rank, int attempt, GangMember member) throws Exception {
        return opened(rank, attempt, member, secret);
    }

    private TcpGang opened(int rank, int attempt, GangMember member, SharedSecret its)
            throws IOException {
        TcpMember self =
                new TcpMember(member, rank, attempt, its, Ports.any(HERE), SILENCE, wireKind(rank));
        TcpGang gang = TcpGang.open(self, place());
        open.add(gang);
        return gang;
    }

    /** The way of a worker's bytes. */
    protected WireKind wireKind(int rank) {
        return WireKind.SOCKETS;
    }

    /** The same for a worker in another process, as {@link SendingWorker} reads it. */
    protected String mediumElsewhere() {
        return "sockets";
    }

    private MeetingPlace place() {
        return new LocalMeetingFile(folder.resolve("notice"));
    }

    @Override
    protected void closeAll() {
        open.forEach(TcpGang::close);
    }

    private GangMember member(int size, Duration time) {
        return new GangMember(name, size, WaitPolicy.PLAIN, time, memory);
    }

    private Address coordinator() throws Exception {
        byte[] encoded = place().read();
        return Notice.decode(encoded == null ? new byte[0] : encoded, secret)
                .orElseThrow()
                .address();
    }

    @Test
    void aWorkerWithAnotherSecretIsNotAdmittedAndDisturbsNobody() throws Exception {
        Future<Transport> zero = join(rendezvous(0, 0, member(2, LONG)));
        TcpGang stranger = opened(1, 0, member(2, Duration.ofMillis(700)), SharedSecret.random());
        assertThatThrownBy(() -> stranger.join()).isInstanceOf(MissingWorkersException.class);
        got(join(1, 0, 2)).send(0, message(5));
        assertThat(first(got(zero).receive(1))).isEqualTo(5);
    }

    @Test
    void aNoticeOfAStrangerLeadsNobodyAstray() throws Exception {
        place().publish(new Notice(1, new Address(HERE, 1)).encode(SharedSecret.random()));
        Future<Transport> one = join(1, 0, 2);
        got(join(0, 0, 2)).send(1, message(5));
        assertThat(first(got(one).receive(0))).isEqualTo(5);
    }

    /** It would give signs of life, and the others would wait for it. */
    @Test
    void aWorkerThatNobodyCanCallAnyMoreDoesNotJoin() throws Exception {
        TcpGang deaf = opened(0, 0, member(2, Duration.ofMillis(700)), secret);
        deaf.close();
        assertThatThrownBy(() -> deaf.join())
                .hasMessage("no worker can call worker 0 any more")
                .hasCauseInstanceOf(IOException.class);
    }

    /** As in a process that has no descriptors for some time. */
    @Test
    void aWorkerThatCannotReadTheNoticeForSomeTimeJoinsLater() throws Exception {
        AtomicInteger failures = new AtomicInteger(3);
        MeetingPlace failing =
                new MeetingPlace() {
                    @Override
                    public void publish(byte[] notice) {
                        throw new UnsupportedOperationException();
                    }

                    @Override
                    public byte @Nullable [] read() throws IOException {
                        if (failures.getAndDecrement() > 0) {
                            throw new IOException("Too many open files");
                        }
                        return place().read();
                    }
                };
        Future<Transport> zero = join(rendezvous(0, 0, member(2, LONG)));
        TcpGang one =
                TcpGang.open(
                        new TcpMember(
                                member(2, LONG),
                                1,
                                0,
                                secret,
                                Ports.any(HERE),
                                SILENCE,
                                wireKind(1)),
                        failing);
        open.add(one);
        got(join(one)).send(0, message(5));
        assertThat(first(got(zero).receive(1))).isEqualTo(5);
        assertThat(failures.get()).isNegative();
    }

    @Test
    void whatWasRecordedOpensNoConnection() throws Exception {
        TcpGang zero = opened(0, 0, member(2, LONG), secret);
        Future<Transport> joining = join(zero);
        Address address = coordinator();
        Hello hello = new Hello(Hello.Purpose.ENROL, gangNumber(address), 0, 1, 0, 9);
        byte[] nonce = Handshake.nonce();
        byte[] recorded;
        try (Socket socket = new Socket(address.host(), address.port())) {
            Handshake handshake = call(socket, hello, nonce);
            recorded = handshake.proofOfCaller();
        }
        try (Socket socket = new Socket(address.host(), address.port())) {
            call(socket, hello, nonce);
            socket.getOutputStream().write(recorded);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        got(join(1, 0, 2)).send(0, message(5));
        assertThat(first(got(joining).receive(1))).isEqualTo(5);
    }

    private long gangNumber(Address address) throws Exception {
        byte[] encoded = place().read();
        assertThat(address.port()).isPositive();
        return Notice.decode(encoded == null ? new byte[0] : encoded, secret).orElseThrow().gang();
    }

    private Handshake call(Socket socket, Hello hello, byte[] nonce) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(hello.encode());
        out.write(nonce);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answered = in.readNBytes(Handshake.NONCE_BYTES);
        in.readNBytes(SharedSecret.PROOF_BYTES);
        return new Handshake(secret, hello.encode(), nonce, answered);
    }

    @Test
    void callersThatSayNothingOrNonsenseHoldNoPlace() throws Exception {
        Future<Transport> zero = join(rendezvous(0, 0, member(2, LONG)));
        Address address = coordinator();
        List<Socket> callers = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket(address.host(), address.port());
                callers.add(socket);
                if (i % 3 == 0) {
                    byte[] nonsense = new byte[Handshake.callBytes(Hello.BYTES)];
                    Seeds.random("nonsense").nextBytes(nonsense);
                    socket.getOutputStream().write(nonsense);
                }
            }
            got(join(1, 0, 2)).send(0, message(5));
            assertThat(first(got(zero).receive(1))).isEqualTo(5);
        } finally {
            for (Socket each : callers) {
                each.close();
            }
        }
    }

    @Test
    void aLostCoordinatorIsReplacedByItsNextAttempt() throws Exception {
        TcpGang first = opened(0, 0, member(3, LONG), secret);
        Future<Transport> zero = join(first);
        Rendezvous oneAt = rendezvous(1, 0, member(3, LONG));
        Rendezvous twoAt = rendezvous(2, 0, member(3, LONG));
        Future<Transport> one = join(oneAt);
        Future<Transport> two = join(twoAt);
        got(zero);
        first.close(); // as if its process had died
        assertThatThrownBy(() -> got(one).receive(0)).isInstanceOf(GangBrokenException.class);
        assertThatThrownBy(() -> got(two).receive(0)).isInstanceOf(GangBrokenException.class);
        got(one).leave();
        got(two).leave();
        Future<Transport> oneAgain = join(oneAt);
        Future<Transport> twoAgain = join(twoAt);
        got(join(0, 1, 3)).send(2, message(9));
        assertThat(first(got(twoAgain).receive(0))).isEqualTo(9);
        assertThat(got(oneAgain).rank()).isEqualTo(1);
    }

    /** The process of the first one still runs, and listens. */
    @Test
    void whoWaitsAtACoordinatorThatWasReplacedGoesToTheNextOne() throws Exception {
        TcpGang first = opened(0, 0, member(3, Duration.ofMillis(100)), secret);
        Future<Transport> one = join(1, 0, 3);
        Await.until("worker 1 has enrolled", () -> onlyTheLastIsMissing(first));
        Future<Transport> two = join(2, 0, 3);
        got(join(0, 1, 3)).send(1, message(4));
        assertThat(first(got(one).receive(0))).isEqualTo(4);
        assertThat(got(two).rank()).isEqualTo(2);
    }

    private static boolean onlyTheLastIsMissing(TcpGang coordinator) throws Exception {
        try {
            throw new AssertionError(coordinator.join() + " is whole");
        } catch (MissingWorkersException e) {
            return String.valueOf(e.getMessage()).endsWith("missing: [2]");
        }
    }

    @Test
    void aReceiverThatDoesNotReadIsNotFlooded() throws Exception {
        List<Transport> gang = gang(2);
        int bytes = 200_000;
        Future<Void> sending =
                threads.submit(() -> {
                    while (true) {
                        try (MessageWriter out = new MessageWriter(memory)) {
                            out.write(new byte[bytes]);
                            gang.get(0).send(1, out.finish());
                        }
                    }
                });
        // Both ends account for their slabs here: four messages on the way, one that waits.
        Await.until("four messages are there", () -> memory.heldBytes() >= 5L * bytes);
        assertThat(memory.heldBytes()).isLessThan(12L * bytes);
        for (int i = 0; i < 20; i++) {
            try (Message message = gang.get(1).receive(0)) {
                assertThat(message.length()).isEqualTo(bytes);
            }
        }
        gang.get(1).leave();
        assertThatThrownBy(() -> got(sending)).hasCauseInstanceOf(GangBrokenException.class);
    }

    /** Workers move bytes themselves; an interrupt must not close the channel. */
    @Test
    void anInterruptedWorkerKeepsItsLinks() throws Exception {
        List<Transport> gang = gang(2);
        Future<Boolean> interrupted =
                threads.submit(() -> {
                    Thread.currentThread().interrupt();
                    gang.get(0).send(1, Message.empty());
                    assertThatThrownBy(() -> gang.get(0).receive(1))
                            .isInstanceOf(InterruptedException.class);
                    return Thread.interrupted();
                });
        assertThat(got(interrupted)).isFalse();
        gang.get(1).receive(0).close();
        gang.get(1).send(0, message(6));
        assertThat(first(gang.get(0).receive(1))).isEqualTo(6);
    }

    /** One of them moves the bytes, or the reactor's thread does. */
    @Test
    void severalThreadsOfAWorkerMayWaitAtOnce() throws Exception {
        List<Transport> gang = gang(3);
        for (int round = 0; round < 100; round++) {
            List<Future<Message>> waiting = new ArrayList<>();
            for (int from = 0; from < 3; from++) {
                int sender = from;
                waiting.add(threads.submit(() -> gang.get(0).receive(sender)));
            }
            for (int from = 2; from >= 0; from--) {
                gang.get(from).send(0, message(from));
            }
            for (int from = 0; from < 3; from++) {
                assertThat(first(got(waiting.get(from)))).isEqualTo(from);
            }
        }
    }

    @Test
    void workersThatEndAfterABarrierLoseNoMessage() throws Exception {
        for (int round = 0; round < 20; round++) {
            List<Transport> gang = gang(3);
            List<Future<Integer>> ending = new ArrayList<>();
            for (Transport each : gang) {
                ending.add(
                        threads.submit(() -> {
                            int sum = 0;
                            for (int step = 1; step < 3; step++) {
                                each.send((each.rank() + step) % 3, message(step));
                            }
                            for (int step = 1; step < 3; step++) {
                                sum += first(each.receive((each.rank() - step + 3) % 3));
                            }
                            each.close();
                            return sum;
                        }));
            }
            for (Future<Integer> each : ending) {
                assertThat(got(each)).isEqualTo(3);
            }
            closeAll();
            open.clear();
        }
    }

    private void send(Transport from, int to, byte[] content) throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(content);
            from.send(to, out.finish());
        }
    }

    private static byte[] content(Message message) throws IOException {
        try (message) {
            return message.open().readAllBytes();
        }
    }

    /** Some megabytes, which no buffer holds. */
    private static byte[] large() {
        byte[] content = new byte[5_000_001];
        Seeds.random("large").nextBytes(content);
        return content;
    }

    @Test
    void largeMessagesArriveWholeInBothDirectionsAtOnce() throws Exception {
        List<Transport> gang = gang(2);
        byte[] large = large();
        send(gang.get(0), 1, large);
        send(gang.get(1), 0, large);
        Future<byte[]> one = threads.submit(() -> content(gang.get(1).receive(0)));
        assertThat(content(gang.get(0).receive(1))).isEqualTo(large);
        assertThat(got(one)).isEqualTo(large);
    }

    @Test
    void aWorkerThatIsKilledWithinAMessageIsLost() throws Exception {
        Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SendingWorker.class.getName(),
                                name,
                                folder.toString(),
                                mediumElsewhere(),
                                HexFormat.of().formatHex(secret.bytes()))
                        .inheritIO()
                        .start();
        Transport zero;
        try {
            zero = got(join(0, 0, 2));
            assertThat(content(zero.receive(1))).hasSize(SendingWorker.BYTES);
            Await.until("the next message comes", () -> memory.heldBytes() > 0);
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                assertThat(content(zero.receive(1))).hasSize(SendingWorker.BYTES);
                            }
                        })
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("worker 1 is lost");
    }
}
