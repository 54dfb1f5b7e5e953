package io.millrace.exchange.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.call.Hello;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Notice;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.connection.Address;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.tcp.RawPeer;
import io.millrace.exchange.tls.GangIdentity;
import io.millrace.testing.Seeds;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port at which workers call for orders: those of the gang, and others. */
class WorkerCallsTest {

    private static final String GANG = "gang";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir Path directory;

    private final GangIdentity identity = new GangIdentity(SharedSecret.random(), null);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<WorkerCalls> open = new ArrayList<>();
    private WorkerCalls calls;

    @BeforeEach
    void listen() throws IOException {
        calls = listening();
    }

    @AfterEach
    void close() {
        open.forEach(WorkerCalls::close);
        threads.shutdownNow();
    }

    private WorkerCalls listening() throws IOException {
        WorkerCalls made = WorkerCalls.listen(GANG, identity, Ports.any("127.0.0.1"), place());
        open.add(made);
        return made;
    }

    private MeetingPlace place() {
        return new LocalMeetingFile(directory.resolve("notice"));
    }

    private Address address() throws IOException {
        byte[] encoded = Objects.requireNonNull(place().read());
        return Notice.decode(encoded, identity.secret()).orElseThrow().address();
    }

    private OrderCall call(GangIdentity its, Duration limit) throws Exception {
        return Objects.requireNonNull(WorkerCalls.call(GANG, its, place(), 0, 0, limit));
    }

    private void assertAWorkerGetsItsOrder() throws Exception {
        try (OrderCall call = call(identity, LONG)) {
            Future<Boolean> waiting = threads.submit(call::awaitOrder);
            try (OrdersChannel driver = Objects.requireNonNull(calls.await(0, LONG))) {
                driver.messages().send(out -> out.write(7));
                assertThat(waiting.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(call.messages().receive().readAllBytes()).containsExactly(7);
            }
        }
    }

    @Test
    void aWorkerGetsItsOrder() throws Exception {
        assertAWorkerGetsItsOrder();
    }

    @Test
    void theEndOfTheConnectionEndsTheWait() throws Exception {
        try (OrderCall call = call(identity, LONG)) {
            Objects.requireNonNull(calls.await(0, LONG)).close();
            assertThat(call.awaitOrder()).isTrue();
            assertThatThrownBy(() -> call.messages().receive()).isInstanceOf(EOFException.class);
        }
    }

    /** The machine of the first one was switched off: its connections do not end. */
    @Test
    void aWorkerLeavesAProcessWhosePlaceAnotherOneHasTaken() throws Exception {
        try (OrderCall call = call(identity, LONG)) {
            OrdersChannel halfOpen = calls.await(0, LONG);
            calls = listening();
            assertThat(call.awaitOrder()).isFalse();
            assertAWorkerGetsItsOrder();
            Objects.requireNonNull(halfOpen).close();
        }
    }

    @Test
    void aWorkerWithAnotherSecretFindsNobody() {
        assertThatThrownBy(() -> call(GangIdentity.make(false), SHORT))
                .isInstanceOf(MissingWorkersException.class);
    }

    @Test
    void aWorkerOfAnotherGangOrWithAnotherPurposeGetsNoOrder() throws Exception {
        try (RawPeer other = new RawPeer("another gang", identity.secret(), 0);
                RawPeer linking = new RawPeer(GANG, identity.secret(), 0)) {
            RawPeer.awaitEnd(other.call(address(), Hello.Purpose.ORDERS, 0));
            RawPeer.awaitEnd(linking.call(address(), Hello.Purpose.LINK, 0));
            assertThat(calls.await(0, SHORT)).isNull();
        }
        assertAWorkerGetsItsOrder();
    }

    @Test
    void callersThatSayNothingOrNonsenseHoldNoPlace() throws Exception {
        Address address = address();
        List<Socket> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                Socket socket = new Socket(address.host(), address.port());
                strangers.add(socket);
                if (i % 3 == 0) {
                    byte[] nonsense = new byte[100_000];
                    Seeds.random("nonsense").nextBytes(nonsense);
                    write(socket, nonsense);
                }
            }
            assertAWorkerGetsItsOrder();
        } finally {
            for (Socket each : strangers) {
                each.close();
            }
        }
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            // It was turned away before it had written everything.
        }
    }
}
