package io.millrace.exchange.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.call.LocalMeetingFile;
import io.millrace.exchange.call.Ports;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.secret.SharedSecret;
import io.millrace.exchange.tcp.TcpGang;
import io.millrace.exchange.tcp.TcpMember;
import io.millrace.exchange.wire.WireKind;
import io.millrace.testing.Await;
import io.millrace.testing.Seeds;
import java.io.DataInput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Map output between workers, by TCP. */
class OutputExchangeTest {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int END = 0x600df00d;

    @TempDir Path directory;

    private final MemoryAccount memory =
            new MemoryBudget(1 << 22, 1 << 12, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final SharedSecret secret = SharedSecret.random();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Worker> workers = new ArrayList<>();

    /** Why workers could not exchange anything any more. */
    private final Queue<IOException> failures = new ConcurrentLinkedQueue<>();

    /** The machine of each worker that starts. */
    private int[] machines = {0, 0, 0};

    private ExchangeTerms terms =
            new ExchangeTerms(ExchangeAlgorithm.FULLY_CONNECTED, false, RunCompression.AUTO);

    /** A worker, and the parts that it has. */
    private final class Worker implements PartReceiver, AutoCloseable {

        private final Map<OutputBlock, byte[]> parts = new ConcurrentHashMap<>();

        /** Those that it has sent anything. */
        private final Set<Integer> receivers = ConcurrentHashMap.newKeySet();

        private final TcpGang gang;
        private final OutputExchange exchange;
        private volatile boolean full;

        /** Ends a wait before parts are kept. */
        private volatile CountDownLatch gate = new CountDownLatch(0);

        Worker(int rank, int start, int size) throws IOException {
            GangMember member = new GangMember("job", size, WaitPolicy.PLAIN, LONG, memory);
            this.gang =
                    TcpGang.open(
                            new TcpMember(
                                    member,
                                    rank,
                                    start,
                                    secret,
                                    Ports.any(host(machines[rank])),
                                    LONG,
                                    WireKind.SOCKETS),
                            new LocalMeetingFile(directory.resolve("meeting")));
            this.exchange =
                    OutputExchange.open(
                            () -> new SendingTransport(gang.join(), receivers),
                            this,
                            terms,
                            failures::add);
            workers.add(this);
        }

        @Override
        public void take(OutputBlock block, DataInput in) throws IOException {
            byte[] bytes = new byte[in.readInt()];
            if (full) {
                throw new IOException("the disk is full");
            }
            in.readFully(bytes);
            assertThat(in.readInt()).isEqualTo(END);
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw (IOException) new InterruptedIOException("the test is over").initCause(e);
            }
            parts.put(block, bytes);
        }

        Future<Void> deliver(OutputBlock block, BitSet to) {
            return deliver(
                    block,
                    to,
                    (worker, compressed, out) -> {
                        byte[] bytes = part(block, worker);
                        out.writeInt(bytes.length);
                        out.write(bytes);
                        out.writeInt(END);
                        return bytes.length;
                    });
        }

        Future<Void> deliver(OutputBlock block, BitSet to, OutputParts output) {
            return threads.submit(() -> {
                exchange.deliver(block, to, output);
                return null;
            });
        }

        @Override
        public void close() {
            exchange.close();
            gang.close();
        }
    }

    /** The address of a machine: all of these are of this one. */
    private static String host(int machine) {
        return "127.0.0." + (1 + machine);
    }

    /** The part of an attempt for a worker, which both ends can compute. */
    private static byte[] part(OutputBlock block, int worker) {
        Random random =
                new Random(31L * block.attempt().task() + 7L * block.attempt().attempt() + worker);
        int[] limits = {1, 300, 5_000, 200_000};
        byte[] bytes = new byte[random.nextInt(limits[random.nextInt(limits.length)])];
        random.nextBytes(bytes);
        return bytes;
    }

    private static OutputBlock map(int task, int attempt) {
        return new OutputBlock(new AttemptId(TaskKind.MAP, task, attempt), 0, true);
    }

    private static BitSet all(int size) {
        BitSet all = new BitSet();
        all.set(0, size);
        return all;
    }

    private void start(int size) throws IOException {
        for (int rank = 0; rank < size; rank++) {
            new Worker(rank, 0, size);
        }
    }

    private static void await(Future<Void> delivery) throws Exception {
        delivery.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @AfterEach
    void allMemoryIsGivenBack() throws Exception {
        List<Future<?>> closing = new ArrayList<>();
        for (Worker each : workers) {
            closing.add(threads.submit(each::close));
        }
        for (Future<?> each : closing) {
            each.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(memory.heldBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "FULLY_CONNECTED, 000",
        "PAIRWISE, 000",
        "PAIRWISE, 0000",
        "HIERARCHICAL, 000",
        "HIERARCHICAL, 012",
        "HIERARCHICAL, 001100",
        "HIERARCHICAL, 0101201"
    })
    void everyPartIsWithItsWorkerOnceItIsDelivered(ExchangeAlgorithm algorithm, String placement)
            throws Exception {
        start(algorithm, placement);
        int size = machines.length;
        int tasks = 40 + Seeds.random("tasks").nextInt(10);
        List<Future<Void>> deliveries = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            deliveries.add(workers.get(task % size).deliver(map(task, 0), all(size)));
        }
        for (Future<Void> each : deliveries) {
            await(each);
        }
        for (int task = 0; task < tasks; task++) {
            assertDelivered(map(task, 0), all(size));
        }
    }

    /** Starts workers, each on the machine of its digit. */
    private void start(ExchangeAlgorithm algorithm, String placement) throws IOException {
        terms = new ExchangeTerms(algorithm, false, RunCompression.AUTO);
        machines = placement.chars().map(digit -> digit - '0').toArray();
        start(machines.length);
    }

    private void assertDelivered(OutputBlock block, BitSet to) {
        for (int worker = 0; worker < workers.size(); worker++) {
            byte[] expected = to.get(worker) ? part(block, worker) : null;
            assertThat(workers.get(worker).parts.get(block)).isEqualTo(expected);
        }
    }

    @Test
    void workersThatDoNotNeedItGetNothing() throws Exception {
        start(3);
        BitSet two = all(3);
        two.clear(1);
        await(workers.get(1).deliver(map(0, 0), two));
        assertDelivered(map(0, 0), two);
    }

    @Test
    void aPartThatCannotBeKeptFailsItsAttemptOnly() throws Exception {
        start(2);
        workers.get(1).full = true;
        Future<Void> refused = workers.get(0).deliver(map(3, 0), all(2));
        assertThatThrownBy(() -> await(refused))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RefusedPartException.class)
                .hasMessageContaining("worker 1 could not take")
                .hasMessageContaining("the disk is full");
        workers.get(1).full = false;
        await(workers.get(0).deliver(map(3, 1), all(2)));
        assertDelivered(map(3, 1), all(2));
    }

    @Test
    void aPartThatEndsInTheMiddleIsWithdrawn() throws Exception {
        start(2);
        Future<Void> failing =
                threads.submit(() -> {
                    workers.get(0)
                            .exchange
                            .deliver(
                                    map(0, 0),
                                    all(2),
                                    (worker, compressed, out) -> {
                                        out.writeInt(1_000_000);
                                        out.write(new byte[500_000]);
                                        throw new IOException("damaged run");
                                    });
                    return null;
                });
        assertThatThrownBy(() -> await(failing)).hasMessageContaining("damaged run");
        await(workers.get(0).deliver(map(0, 1), all(2)));
        assertDelivered(map(0, 1), all(2));
        assertThat(workers.get(1).parts).doesNotContainKey(map(0, 0));
    }

    @Test
    void anInterruptedDeliveryIsWithdrawn() throws Exception {
        start(2);
        await(workers.get(1).deliver(map(9, 0), all(2)));
        Future<Void> interrupted =
                threads.submit(() -> {
                    workers.get(0)
                            .exchange
                            .deliver(
                                    map(0, 0),
                                    all(2),
                                    (worker, compressed, out) -> {
                                        out.writeInt(10_000_000);
                                        Thread.currentThread().interrupt();
                                        out.write(new byte[10_000_000]);
                                        out.writeInt(END);
                                        return 10_000_000;
                                    });
                    return null;
                });
        assertThatThrownBy(() -> await(interrupted)).isInstanceOf(ExecutionException.class);
        await(workers.get(0).deliver(map(0, 1), all(2)));
        assertDelivered(map(0, 1), all(2));
    }

    @Test
    void whatALostWorkerHadNotConfirmedGoesToTheNextOfItsRank() throws Exception {
        start(3);
        await(workers.get(0).deliver(map(0, 0), all(3)));
        Worker lost = workers.remove(2);
        threads.submit(lost::close).get(LONG.toSeconds(), TimeUnit.SECONDS);
        List<Future<Void>> deliveries = new ArrayList<>();
        for (int task = 1; task < 20; task++) {
            deliveries.add(workers.get(task % 2).deliver(map(task, 0), all(3)));
        }
        Await.until("a part has come", () -> workers.get(0).parts.size() > 0);
        new Worker(2, 1, 3);
        for (Future<Void> each : deliveries) {
            await(each);
        }
        for (int task = 1; task < 20; task++) {
            assertDelivered(map(task, 0), all(3));
        }
        assertThat(workers.get(2).parts).doesNotContainKey(map(0, 0));
    }

    /** Worker 0 is alone; its bundles for the other machine come to worker 1, the first there. */
    @Test
    void oneWorkerOfAMachineHandsOnWhatComesToIt() throws Exception {
        start(ExchangeAlgorithm.HIERARCHICAL, "0111");
        await(workers.get(0).deliver(map(0, 0), all(4)));
        assertDelivered(map(0, 0), all(4));
        assertThat(workers.get(0).receivers).containsExactlyInAnyOrder(0, 1);
        assertThat(workers.get(1).receivers).containsExactlyInAnyOrder(0, 2, 3);
        assertThat(workers.get(2).receivers).containsExactly(1);
    }

    @Test
    void aBundleIsReceivedOnceItsLastPartIs() throws Exception {
        start(ExchangeAlgorithm.HIERARCHICAL, "0111");
        CountDownLatch gate = new CountDownLatch(1);
        workers.get(3).gate = gate;
        Future<Void> delivery = workers.get(0).deliver(map(0, 0), all(4));
        await(workers.get(1).deliver(map(1, 0), only(2)));
        Await.until("the others have theirs", () -> workers.get(2).parts.size() == 2);
        assertThat(delivery).isNotDone();
        gate.countDown();
        await(delivery);
        assertDelivered(map(0, 0), all(4));
    }

    private static BitSet only(int worker) {
        BitSet only = new BitSet();
        only.set(worker);
        return only;
    }

    @Test
    void aPartThatCannotBeKeptBehindAnotherWorkerFailsItsAttemptOnly() throws Exception {
        start(ExchangeAlgorithm.HIERARCHICAL, "0111");
        for (int worker = 1; worker <= 3; worker++) {
            workers.get(worker).full = true;
            Future<Void> refused = workers.get(0).deliver(map(worker, 0), all(4));
            assertThatThrownBy(() -> await(refused))
                    .hasCauseInstanceOf(RefusedPartException.class)
                    .hasMessageContaining("worker " + worker + " could not take")
                    .hasMessageContaining("the disk is full");
            workers.get(worker).full = false;
            await(workers.get(0).deliver(map(worker, 1), all(4)));
            assertDelivered(map(worker, 1), all(4));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aBundleThatEndsInTheMiddleIsWithdrawn(int broken) throws Exception {
        start(ExchangeAlgorithm.HIERARCHICAL, "0111");
        Future<Void> failing =
                workers.get(0)
                        .deliver(
                                map(0, 0),
                                all(4),
                                (worker, compressed, out) -> {
                                    out.writeInt(500_000);
                                    out.write(new byte[worker == broken ? 400_000 : 500_000]);
                                    if (worker == broken) {
                                        throw new IOException("damaged run");
                                    }
                                    out.writeInt(END);
                                    return 500_000;
                                });
        assertThatThrownBy(() -> await(failing)).hasMessageContaining("damaged run");
        await(workers.get(0).deliver(map(0, 1), all(4)));
        assertDelivered(map(0, 1), all(4));
        assertThat(workers.get(broken).parts).doesNotContainKey(map(0, 0));
    }

    @Test
    void whatALostWorkerHadNotHandedOnIsSentAgain() throws Exception {
        start(ExchangeAlgorithm.HIERARCHICAL, "01011");
        List<Future<Void>> deliveries = new ArrayList<>();
        CountDownLatch gate = new CountDownLatch(1);
        workers.get(4).gate = gate;
        for (int task = 0; task < 20; task++) {
            deliveries.add(workers.get(task % 2 * 2).deliver(map(task, 0), all(5)));
        }
        Await.until("a bundle is in the middle", () -> workers.get(1).parts.size() > 0);
        Worker lost = workers.remove(1);
        threads.submit(lost::close).get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(deliveries).noneMatch(Future::isDone);
        Worker next = new Worker(1, 1, 5);
        workers.remove(next);
        workers.add(1, next);
        Await.until("all have met again", () -> next.parts.size() > 0);
        gate.countDown();
        for (Future<Void> each : deliveries) {
            await(each);
        }
        for (int task = 0; task < 20; task++) {
            assertDelivered(map(task, 0), all(5));
        }
    }
}
