package io.millrace.exchange.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.call.Caller;
import io.millrace.exchange.call.Hello;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.MeetingPlace;
import io.millrace.exchange.call.Notice;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.tls.GangIdentity;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls for orders, encrypted. */
@Tag("jdk")
class EncryptedCallsTest {

    private static final String GANG = "gang";
    private static final Duration TIME = Duration.ofSeconds(60);

    private static GangIdentity identity;

    @TempDir Path folder;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeAll
    static void makeCertificate() throws IOException {
        identity = GangIdentity.make(true);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private MeetingPlace place() {
        return new LocalMeetingFile(folder.resolve("driver"));
    }

    private WorkerCalls listen() throws IOException {
        return WorkerCalls.listen(GANG, identity, Ports.any("127.0.0.1"), place());
    }

    private @Nullable OrderCall call(GangIdentity its, int rank, Duration limit)
            throws IOException, InterruptedException {
        return WorkerCalls.call(GANG, its, place(), rank, 0, limit);
    }

    private static void talk(MessageChannel from, MessageChannel to) throws IOException {
        from.send(out -> out.write(new byte[] {5, 6}));
        assertThat(to.receive().readAllBytes()).containsExactly(5, 6);
    }

    private void meets(WorkerCalls calls, int rank) throws Exception {
        Future<@Nullable OrderCall> calling = threads.submit(() -> call(identity, rank, TIME));
        try (OrdersChannel here = calls.await(rank, TIME);
                OrderCall there = calling.get()) {
            Future<Boolean> waiting = threads.submit(there::awaitOrder);
            here.messages().send(out -> out.write(7));
            assertThat(waiting.get()).isTrue();
            assertThat(there.messages().receive().readAllBytes()).containsExactly(7);
            talk(there.messages(), here.messages());
            talk(here.messages(), there.messages());
        }
    }

    /** Messages of TLS come before any order. */
    @Test
    void aWorkerLeavesAProcessWhosePlaceAnotherOneHasTaken() throws Exception {
        try (WorkerCalls calls = listen()) {
            Future<@Nullable OrderCall> calling = threads.submit(() -> call(identity, 0, TIME));
            try (OrdersChannel halfOpen = calls.await(0, TIME);
                    OrderCall there = calling.get();
                    WorkerCalls next = listen()) {
                assertThat(halfOpen.socket().isConnected()).isTrue();
                assertThat(there.awaitOrder()).isFalse();
                meets(next, 0);
            }
        }
    }

    @Test
    void theEndOfTheConnectionEndsTheWait() throws Exception {
        try (WorkerCalls calls = listen()) {
            Future<@Nullable OrderCall> calling = threads.submit(() -> call(identity, 0, TIME));
            OrdersChannel here = calls.await(0, TIME);
            try (OrderCall there = calling.get()) {
                here.close();
                assertThat(there.awaitOrder()).isTrue();
                assertThatThrownBy(() -> there.messages().receive())
                        .isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    void aWorkerGetsOrdersAndReports() throws Exception {
        try (WorkerCalls calls = listen()) {
            meets(calls, 0);
        }
    }

    @Test
    void aCallerThatProvesItselfAndSaysNothingMoreHoldsNobody() throws Exception {
        try (WorkerCalls calls = listen()) {
            Notice notice = Notice.decode(place().read(), identity.secret()).orElseThrow();
            Hello hello = new Hello(Hello.Purpose.ORDERS, notice.gang(), 0, 0, 0, 0);
            try (SocketChannel silent =
                    new Caller(identity.secret()).call(notice.address(), hello)) {
                assertThat(silent.isConnected()).isTrue();
                meets(calls, 1);
                assertThat(calls.await(0, Duration.ofMillis(1))).isNull();
            }
        }
    }

    @Test
    void aWorkerWithAnotherCertificateIsRefused() throws Exception {
        GangIdentity strange = new GangIdentity(identity.secret(), GangIdentity.make(true).tls());
        try (WorkerCalls calls = listen()) {
            assertThatThrownBy(() -> call(strange, 0, Duration.ofMillis(200)))
                    .isInstanceOf(MissingWorkersException.class)
                    .cause()
                    .hasMessageContaining("TLS with the gang's certificate could not begin");
            assertThat(calls.await(0, Duration.ofMillis(1))).isNull();
        }
    }
}
