package io.millrace.collective.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalGangTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final LocalGangs gangs = new LocalGangs();
    private final MemoryAccount memory =
            new MemoryBudget(1 << 20, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final String name = "gang";
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void forget() {
        gangs.forget(name);
        threads.shutdownNow();
        assertThat(memory.heldBytes()).isZero();
    }

    private Future<Transport> join(int rank, int size) {
        Rendezvous rendezvous =
                gangs.rendezvous(new GangMember(name, size, Patience.PLAIN, LONG, memory));
        return threads.submit(() -> rendezvous.join(rank));
    }

    private static <T> T got(Future<T> future) throws Exception {
        return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    /** A message in slabs that begins with these bytes. */
    private Message message(int... bytes) throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            for (int each : bytes) {
                out.write(each);
            }
            out.write(new byte[10_000]);
            return out.finish();
        }
    }

    private static int first(Message message) throws Exception {
        try (message) {
            return message.open().readUnsignedByte();
        }
    }

    @Test
    void workersThatDoNotAllComeAreToldWhoIsMissing() {
        Rendezvous rendezvous =
                gangs.rendezvous(
                        new GangMember(name, 3, Patience.PLAIN, Duration.ofMillis(1), memory));
        assertThatThrownBy(() -> rendezvous.join(1))
                .hasMessageContaining("missing: [0, 2]")
                .hasMessageContaining("millrace.collective.workers");
    }

    @Test
    void whoWaitedInVainMayComeAgain() throws Exception {
        Rendezvous impatient =
                gangs.rendezvous(
                        new GangMember(name, 2, Patience.PLAIN, Duration.ofMillis(1), memory));
        assertThatThrownBy(() -> impatient.join(0)).hasMessageContaining("missing: [1]");
        Future<Transport> one = join(1, 2);
        Future<Transport> zero = join(0, 2);
        assertThat(got(one).size()).isEqualTo(got(zero).size()).isEqualTo(2);
    }

    @Test
    void aMessageThatWasSentArrivesAlsoAfterTheSenderLeft() throws Exception {
        Future<Transport> joining = join(0, 2);
        Transport one = got(join(1, 2));
        Transport zero = got(joining);
        one.send(0, message(7));
        one.leave();
        assertThat(first(zero.receive(1))).isEqualTo(7);
        assertThatThrownBy(() -> zero.receive(1))
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("worker 1 has left");
    }

    @Test
    void whoWaitsForAMessageIsToldThatTheSenderLeft() throws Exception {
        Future<Transport> joining = join(0, 2);
        Transport one = got(join(1, 2));
        Transport zero = got(joining);
        Future<Message> waiting = threads.submit(() -> zero.receive(1));
        one.leave();
        assertThatThrownBy(() -> got(waiting)).hasCauseInstanceOf(GangBrokenException.class);
    }

    @Test
    void whoWaitsForRoomIsToldThatTheReceiverLeft() throws Exception {
        Future<Transport> joining = join(0, 2);
        Transport one = got(join(1, 2));
        Transport zero = got(joining);
        AtomicInteger sent = new AtomicInteger();
        Future<Void> sending =
                threads.submit(() -> {
                    while (true) {
                        zero.send(1, message(1));
                        sent.incrementAndGet();
                    }
                });
        one.receive(0).close();
        one.leave();
        assertThatThrownBy(() -> got(sending)).hasCauseInstanceOf(GangBrokenException.class);
        assertThat(sent.get()).isLessThan(10);
    }

    @Test
    void whoComesAnewBreaksWhatItsRankWasInAndMeetsTheOthersAgain() throws Exception {
        Future<Transport> joining = join(0, 2);
        got(join(1, 2));
        Transport zero = got(joining);
        Future<Transport> again = join(1, 2);
        assertThatThrownBy(() -> zero.receive(1))
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("joined again");
        Future<Transport> back = join(0, 2);
        got(again).send(0, message(1));
        assertThat(first(got(back).receive(1))).isEqualTo(1);
    }

    @Test
    void waitingTellsThatItIsAlive() throws Exception {
        AtomicInteger alive = new AtomicInteger();
        Patience counting =
                new Patience() {
                    @Override
                    public <T> T pass(Wait<T> wait) throws InterruptedException {
                        return wait.call();
                    }

                    @Override
                    public void alive() {
                        alive.incrementAndGet();
                    }
                };
        Rendezvous rendezvous =
                gangs.rendezvous(new GangMember(name, 2, counting, Duration.ofMillis(300), memory));
        assertThatThrownBy(() -> rendezvous.join(0)).hasMessageContaining("missing");
        assertThat(alive.get()).isPositive();
    }
}
