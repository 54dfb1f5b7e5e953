package io.millrace.workers.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptId;
import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.workers.fork.RemoteJvm;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import io.millrace.workers.fork.wire.Silence;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A worker that runs, and its slots. A reactor sends orders, receives reports, and ends a worker
 * that gives no sign of life, so attempts may be interrupted without harm to the connection.
 *
 * <p>The life of a worker, from its start by the {@link WorkerPool}, which calls what is beside the
 * arrows:
 *
 * <pre>
 *   source.start, start      publish                askToEnd, destroy
 *  --------------------> MAPPING ---------> REDUCING ----------------> ENDED
 *                           |                                            ^
 *                           +--------------------------------------------+
 *            at any time: it exits, loses its connection, or is silent for too long
 * </pre>
 *
 * {@link #poll} has slots until it has ended; {@link #keep} and {@link #drop} are for both states
 * before. A worker never comes back: another one takes its rank. Thread-safe.
 */
final class WorkerJvm implements MessageChannel.Receiver {

    /** How long a worker may take to end its connection once it was asked to end. */
    private static final Duration END = Duration.ofSeconds(10);

    private static final long SIGN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int rank;
    private final RemoteJvm process;
    private final RunIntake noRuns;
    private final int silenceSeconds;
    private final Silence silence;
    private final Events events;
    private final List<WorkerSlot> slots = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @GuardedBy("this")
    private final Deque<WorkerSlot> free = new ArrayDeque<>();

    @GuardedBy("this")
    private WorkerState state = WorkerState.MAPPING;

    /** When this process last sent a sign of life. Used by the reactor's handlers. */
    private long lastSign = System.nanoTime();

    /** Why this process ended it; empty if it did not. */
    private volatile String verdict = "";

    /** The events that its owner handles. Called by a reactor's handlers; must not wait. */
    interface Events {

        /** It has been silent for too long, and has to be destroyed. */
        void silent(WorkerJvm worker);

        /** Its connection has ended. Called once. */
        void lost(WorkerJvm worker);
    }

    /**
     * A worker that has its job.
     *
     * @param slots how many attempts it runs at a time
     * @param noRuns for reports, which contain no runs
     * @param silenceSeconds how long it may give no sign of life
     */
    WorkerJvm(
            int rank,
            RemoteJvm process,
            int slots,
            RunIntake noRuns,
            int silenceSeconds,
            Events events) {
        this.rank = rank;
        this.process = process;
        this.noRuns = noRuns;
        this.silenceSeconds = silenceSeconds;
        this.silence = new Silence(process.link(), silenceSeconds);
        this.events = events;
        for (int i = 0; i < slots; i++) {
            this.slots.add(new WorkerSlot(this, i));
        }
        free.addAll(this.slots);
    }

    /** Begins to take orders and to bring reports. */
    void start(Reactor reactor) throws IOException {
        process.link().serve(reactor, this);
    }

    int rank() {
        return rank;
    }

    /** Takes a slot; null if none is free. */
    synchronized @Nullable WorkerSlot poll() {
        return free.poll();
    }

    synchronized int freeSlots() {
        return free.size();
    }

    synchronized void giveBack(WorkerSlot slot) {
        if (state != WorkerState.ENDED) {
            free.add(slot);
        }
    }

    /** Has it publish its map outputs, once. */
    void publish(List<Integer> attempts) {
        if (reduces()) {
            send(new Order.Publish(attempts));
        }
    }

    /** Takes the step to reducing; false if it was taken before. */
    private synchronized boolean reduces() {
        boolean first = state == WorkerState.MAPPING;
        if (first) {
            state = WorkerState.REDUCING;
        }
        return first;
    }

    /** Has it keep a map output for good, all of which it has got. */
    void keep(AttemptId attempt, boolean tasksWait) {
        send(new Order.Keep(attempt, tasksWait));
    }

    /** Has it close what it has got of a map output. */
    void drop(AttemptId attempt) {
        send(new Order.Drop(attempt));
    }

    /** Requests its end; {@link #awaitEnd} follows. */
    void askToEnd() {
        send(new Order.End());
    }

    /** Sends an order to the worker as a whole soon, if it has not ended. */
    private void send(Order order) {
        try {
            process.link().send(new ForSlot(ForSlot.NONE, order));
        } catch (IOException e) {
            throw new IllegalStateException("an order has no form: " + order, e);
        }
    }

    /** Sends an order to a slot soon. */
    void send(int slot, Order order) throws IOException {
        synchronized (this) {
            if (state == WorkerState.ENDED) {
                throw new IOException("worker " + rank + " has ended");
            }
        }
        process.link().send(new ForSlot(slot, order));
    }

    @Override
    public void received(DataInputStream in) throws IOException {
        int slot = in.readInt();
        Report report = Report.readFrom(in, noRuns);
        if (slot != ForSlot.NONE) {
            slots.get(slot).add(report);
        }
    }

    @Override
    public void tick(long now) {
        if (now - lastSign < SIGN_NANOS) {
            return;
        }
        lastSign = now;
        send(new Order.Alive());
        if (silence.isTooLong() && verdict.isEmpty()) {
            verdict =
                    "worker %d gave no sign of life for %d s (%s), and was ended: "
                            .formatted(rank, silenceSeconds, ExchangeKeys.SILENCE_SECONDS.name());
            events.silent(this);
        }
    }

    @Override
    public void lost(IOException why) {
        synchronized (this) {
            assert state != WorkerState.ENDED : "worker " + rank + " has ended twice";
            state = WorkerState.ENDED;
            free.clear();
        }
        slots.forEach(WorkerSlot::end);
        events.lost(this);
        end.countDown();
    }

    String describeEnd(Path attemptLogs) {
        return verdict + process.describeEnd(attemptLogs);
    }

    /** Describes its end after it was lost, with its last output. */
    String describeEnd() {
        return verdict + process.describeEnd();
    }

    /** Waits for its end, up to a time limit. */
    void awaitEnd() {
        Threads.await(end, END);
        process.awaitEnd();
    }

    /** Ends it at once, with all processes it started. */
    void destroy() {
        process.destroy();
    }
}
