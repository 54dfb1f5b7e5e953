package io.millrace.exchange.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.testing.Await;
import io.millrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What all transports owe the workers of a gang. */
public abstract class TransportContract {

    protected static final Duration LONG = Duration.ofSeconds(60);

    protected final MemoryAccount memory =
            new MemoryBudget(1 << 22, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    protected final String name = "gang";
    protected final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentLinkedDeque<Transport> joined = new ConcurrentLinkedDeque<>();

    /** The rendezvous of an attempt of a worker; the gang's tests close it. */
    protected abstract Rendezvous rendezvous(int rank, int attempt, GangMember member)
            throws Exception;

    /** Closes every rendezvous. */
    protected abstract void closeAll() throws Exception;

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
        closeAll();
        assertThat(memory.heldBytes()).isZero();
    }

    private GangMember member(int size, Duration time) {
        return new GangMember(name, size, WaitPolicy.PLAIN, time, memory);
    }

    protected final Future<Transport> join(Rendezvous rendezvous) {
        return threads.submit(() -> {
            Transport transport = rendezvous.join();
            joined.add(transport);
            return transport;
        });
    }

    protected final Future<Transport> join(int rank, int attempt, int size) throws Exception {
        return join(rendezvous(rank, attempt, member(size, LONG)));
    }

    /** All workers of a gang, by rank. */
    protected final List<Transport> gang(int size) throws Exception {
        List<Future<Transport>> joining = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            joining.add(join(rank, 0, size));
        }
        List<Transport> all = new ArrayList<>();
        for (Future<Transport> each : joining) {
            all.add(got(each));
        }
        return all;
    }

    protected static <T> T got(Future<T> future) throws Exception {
        return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    /** A message in slabs that begins with these bytes. */
    protected final Message message(int... bytes) throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            for (int each : bytes) {
                out.write(each);
            }
            out.write(new byte[10_000]);
            return out.finish();
        }
    }

    protected static int first(Message message) throws Exception {
        try (message) {
            return message.open().readUnsignedByte();
        }
    }

    @Test
    void workersThatDoNotAllComeAreToldWhoIsMissing() throws Exception {
        Future<Transport> one = join(rendezvous(1, 0, member(4, Duration.ofMillis(500))));
        Future<Transport> zero = join(rendezvous(0, 0, member(4, Duration.ofMillis(500))));
        for (Future<Transport> each : List.of(zero, one)) {
            assertThatThrownBy(() -> got(each))
                    .hasCauseInstanceOf(MissingWorkersException.class)
                    .hasMessageContaining("2, 3]");
        }
    }

    @Test
    void whoWaitedInVainMayComeAgain() throws Exception {
        Rendezvous impatient = rendezvous(0, 0, member(2, Duration.ofMillis(1)));
        assertThatThrownBy(() -> got(join(impatient))).hasMessageContaining("missing: [1]");
        Future<Transport> one = join(1, 0, 2);
        Future<Transport> zero = join(0, 1, 2);
        assertThat(got(one).size()).isEqualTo(got(zero).size()).isEqualTo(2);
    }

    @Test
    void aWorkerOfAGangOfOneSendsToItself() throws Exception {
        Transport only = gang(1).get(0);
        only.send(0, message(3));
        assertThat(first(only.receive(0))).isEqualTo(3);
    }

    @Test
    void aMessageThatWasSentArrivesAlsoAfterTheSenderLeft() throws Exception {
        List<Transport> gang = gang(2);
        Transport zero = gang.get(0);
        gang.get(1).send(0, message(7));
        gang.get(1).leave();
        assertThat(first(zero.receive(1))).isEqualTo(7);
        assertThatThrownBy(() -> zero.receive(1))
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("worker 1 has left");
    }

    @Test
    void whoWaitsForAMessageIsToldThatTheSenderLeft() throws Exception {
        List<Transport> gang = gang(2);
        Future<Message> waiting = threads.submit(() -> gang.get(0).receive(1));
        gang.get(1).leave();
        assertThatThrownBy(() -> got(waiting)).hasCauseInstanceOf(GangBrokenException.class);
    }

    @Test
    void whoWaitsForAnotherIsToldThatAThirdLeft() throws Exception {
        List<Transport> gang = gang(3);
        Future<Message> waiting = threads.submit(() -> gang.get(0).receive(1));
        gang.get(2).leave();
        assertThatThrownBy(() -> got(waiting))
                .hasCauseInstanceOf(GangBrokenException.class)
                .hasMessageContaining("worker 2 has left");
    }

    @Test
    void whoWaitsForRoomIsToldThatTheReceiverLeft() throws Exception {
        List<Transport> gang = gang(2);
        AtomicInteger sent = new AtomicInteger();
        Future<Void> sending =
                threads.submit(() -> {
                    while (true) {
                        gang.get(0).send(1, message(1));
                        sent.incrementAndGet();
                    }
                });
        gang.get(1).receive(0).close();
        gang.get(1).leave();
        assertThatThrownBy(() -> got(sending)).hasCauseInstanceOf(GangBrokenException.class);
        assertThat(sent.get()).isLessThan(10);
    }

    @Test
    void whoComesAnewBreaksWhatItsRankWasInAndMeetsTheOthersAgain() throws Exception {
        Rendezvous first = rendezvous(0, 0, member(2, LONG));
        Future<Transport> joining = join(first);
        got(join(1, 0, 2));
        Transport zero = got(joining);
        Future<Transport> again = join(1, 1, 2);
        assertThatThrownBy(() -> zero.receive(1))
                .isInstanceOf(GangBrokenException.class)
                .hasMessageContaining("joined again");
        Future<Transport> back = join(first);
        got(again).send(0, message(1));
        assertThat(first(got(back).receive(1))).isEqualTo(1);
    }

    @Test
    void waitingTellsThatItIsAlive() throws Exception {
        AtomicInteger alive = new AtomicInteger();
        WaitPolicy counting =
                new WaitPolicy() {
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
                rendezvous(0, 0, new GangMember(name, 2, counting, Duration.ofMillis(300), memory));
        assertThatThrownBy(() -> rendezvous.join()).hasMessageContaining("missing");
        assertThat(alive.get()).isPositive();
    }

    /** Nobody receives before all are posted: they need no room. */
    @Test
    void postedMessagesWaitForRoomByThemselves() throws Exception {
        int count = 30;
        List<Transport> gang = gang(2);
        for (int number = 0; number < count; number++) {
            gang.get(0).post(1, message(number));
            gang.get(0).post(0, message(number));
        }
        for (Transport receiver : gang) {
            List<Integer> come = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                come.add(first(receiver.receive(0)));
            }
            assertThat(come).containsExactlyInAnyOrderElementsOf(numbers(count));
        }
        gang.get(0).send(1, message(count));
        assertThat(first(gang.get(1).receive(0))).isEqualTo(count);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void aGangThatHasBrokenDropsPostedMessages() throws Exception {
        List<Transport> gang = gang(2);
        gang.get(1).leave();
        assertThatThrownBy(() -> gang.get(0).receive(1)).isInstanceOf(GangBrokenException.class);
        gang.get(0).post(1, message(1));
        gang.get(0).post(0, message(1));
    }

    /** Some have come before the listener, some come after it, and then the end. */
    @Test
    void aListenerIsToldOfEachMessageAndOfTheEnd() throws Exception {
        List<Transport> gang = gang(2);
        Transport receiver = gang.get(1);
        Queue<Integer> told = new ConcurrentLinkedQueue<>();
        gang.get(0).send(1, message(1));
        assertThat(first(receiver.receive(0))).isEqualTo(1);
        gang.get(0).send(1, message(2));
        receiver.whenArrived(told::add);
        gang.get(0).send(1, message(3));
        Await.until("both have come", () -> told.size() == 2);
        assertThat(told).containsOnly(0);
        gang.get(0).leave();
        Await.until("the end has come", () -> told.size() >= 4);
        assertThat(told).contains(1);
        assertThat(first(receiver.receive(0))).isEqualTo(2);
        assertThat(first(receiver.receive(0))).isEqualTo(3);
        assertThatThrownBy(() -> receiver.receive(0)).isInstanceOf(GangBrokenException.class);
    }

    /** Messages of all sizes, from all to all, in the order of sending, and whole. */
    @Test
    void allMessagesArriveInOrderAndWhole() throws Exception {
        int size = 5;
        int rounds = 40;
        List<Transport> gang = gang(size);
        long seed = Seeds.random("messages").nextLong();
        List<Future<Void>> work = new ArrayList<>();
        for (Transport each : gang) {
            work.add(threads.submit(() -> talk(each, rounds, seed)));
        }
        for (Future<Void> each : work) {
            got(each);
        }
    }

    /** Each pair has its own sequence of messages, which both ends can compute. */
    private Void talk(Transport transport, int rounds, long seed) throws Exception {
        int size = transport.size();
        int rank = transport.rank();
        List<Random> out = new ArrayList<>();
        List<Random> in = new ArrayList<>();
        for (int peer = 0; peer < size; peer++) {
            out.add(new Random(seed + 100L * rank + peer));
            in.add(new Random(seed + 100L * peer + rank));
        }
        for (int round = 0; round < rounds; round++) {
            for (int step = 0; step < size; step++) {
                int to = (rank + step) % size;
                transport.send(to, written(next(out.get(to))));
                int from = (rank - step + size) % size;
                try (Message message = transport.receive(from)) {
                    assertThat(message.open().readAllBytes()).isEqualTo(next(in.get(from)));
                }
            }
        }
        return null;
    }

    private static byte[] next(Random random) {
        int[] limits = {1, 600, 20_000, 700_000};
        byte[] bytes = new byte[random.nextInt(limits[random.nextInt(limits.length)])];
        random.nextBytes(bytes);
        return bytes;
    }

    private Message written(byte[] bytes) throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(bytes);
            return out.finish();
        }
    }
}
