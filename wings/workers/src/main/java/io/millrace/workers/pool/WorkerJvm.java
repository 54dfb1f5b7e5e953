package io.millrace.workers.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptId;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.gang.Threads;
import io.millrace.workers.fork.RemoteJvm;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import io.millrace.workers.fork.wire.SilenceWatch;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker that runs, and its slots. One thread sends orders and another one receives reports, so
 * that attempts may be interrupted without harm to the connection. A third one ends a worker that
 * gives no sign of life. Thread-safe.
 */
final class WorkerJvm {

    /** How long a worker may take to end its connection once it was asked to end. */
    private static final Duration END = Duration.ofSeconds(10);

    private final int rank;
    private final RemoteJvm process;
    private final RunIntake noRuns;
    private final int silenceSeconds;
    private final Consumer<WorkerJvm> whenLost;
    private final List<WorkerSlot> slots = new ArrayList<>();
    private final BlockingQueue<ForSlot> orders = new LinkedBlockingQueue<>();

    @GuardedBy("this")
    private final Deque<WorkerSlot> free = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean published;

    private volatile boolean ended;
    private volatile boolean silent;

    /** Null before {@link #start}. */
    private volatile @Nullable Thread receiving;

    /**
     * A worker that has its job.
     *
     * @param noRuns for reports, which contain no runs
     * @param silenceSeconds how long it may give no sign of life
     * @param whenLost called once when its connection has ended
     */
    WorkerJvm(
            int rank,
            RemoteJvm process,
            int slots,
            RunIntake noRuns,
            int silenceSeconds,
            Consumer<WorkerJvm> whenLost) {
        this.rank = rank;
        this.process = process;
        this.noRuns = noRuns;
        this.silenceSeconds = silenceSeconds;
        this.whenLost = whenLost;
        for (int i = 0; i < slots; i++) {
            this.slots.add(new WorkerSlot(this, i));
        }
        free.addAll(this.slots);
    }

    void start() {
        Thread in = Threads.create("millrace-worker-" + rank + "-in", this::receiveAll);
        receiving = in;
        in.start();
        Threads.create("millrace-worker-" + rank + "-out", this::sendAll).start();
        SilenceWatch.start(
                "millrace-worker-" + rank + "-watch",
                process.link(),
                silenceSeconds,
                () -> orders.add(new ForSlot(ForSlot.NONE, new Order.Alive())),
                this::endSilent);
    }

    private void endSilent() {
        silent = true;
        destroy();
    }

    int rank() {
        return rank;
    }

    /** Takes a slot; null if none is free. */
    synchronized @Nullable WorkerSlot poll() {
        return ended ? null : free.poll();
    }

    synchronized int freeSlots() {
        return ended ? 0 : free.size();
    }

    synchronized void giveBack(WorkerSlot slot) {
        free.add(slot);
    }

    /** Has it publish its map outputs, once. */
    synchronized void publish(List<Integer> attempts) {
        if (!published) {
            published = true;
            orders.add(new ForSlot(ForSlot.NONE, new Order.Publish(attempts)));
        }
    }

    /** Has it keep a map output for good, all of which it has got. */
    void keep(AttemptId attempt, boolean tasksWait) {
        orders.add(new ForSlot(ForSlot.NONE, new Order.Keep(attempt, tasksWait)));
    }

    /** Has it close what it has got of a map output. */
    void drop(AttemptId attempt) {
        orders.add(new ForSlot(ForSlot.NONE, new Order.Drop(attempt)));
    }

    /** Sends an order soon. */
    void send(int slot, Order order) throws IOException {
        if (ended) {
            throw new IOException("worker " + rank + " has ended");
        }
        orders.add(new ForSlot(slot, order));
    }

    private void sendAll() {
        try {
            while (!ended) {
                ForSlot next = orders.take();
                process.link().send(next);
                if (next.message() instanceof Order.End) {
                    return;
                }
            }
        } catch (IOException | InterruptedException e) {
            // The receiving thread notices the end.
        }
    }

    private void receiveAll() {
        try {
            while (true) {
                DataInputStream in = process.link().receive();
                int slot = in.readInt();
                Report report = Report.readFrom(in, noRuns);
                if (slot != ForSlot.NONE) {
                    slots.get(slot).add(report);
                }
            }
        } catch (IOException | RuntimeException e) {
            ended = true;
            slots.forEach(WorkerSlot::end);
            whenLost.accept(this);
        }
    }

    String describeEnd(Path attemptLogs) {
        return silence() + process.describeEnd(attemptLogs);
    }

    /** Describes its end after {@code whenLost}, with its last output. */
    String describeEnd() {
        return silence() + process.describeEnd();
    }

    private String silence() {
        return silent
                ? "worker %d gave no sign of life for %d s (%s), and was ended: "
                        .formatted(rank, silenceSeconds, ExchangeKeys.SILENCE_SECONDS.name())
                : "";
    }

    /** Requests its end; {@link #awaitEnd} follows. */
    void askToEnd() {
        orders.add(new ForSlot(ForSlot.NONE, new Order.End()));
    }

    /** Waits for its end, up to a time limit. */
    void awaitEnd() {
        Thread thread = receiving;
        if (thread != null) {
            Threads.join(thread, END);
        }
        process.awaitEnd();
    }

    /** Ends it at once, with all processes it started. */
    void destroy() {
        process.destroy();
    }
}
