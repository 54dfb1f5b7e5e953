package io.millrace.workers.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.InputLostException;
import io.millrace.engine.job.remote.Placement;
import io.millrace.engine.job.remote.Workers;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.workers.config.WorkerKeys;
import io.millrace.workers.fork.AttemptJvms;
import io.millrace.workers.fork.RemoteJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The workers of one job. All start with the first attempt; one that ends is replaced, until too
 * many have. A map attempt goes where its task was placed, or else to the worker with the most free
 * slots; a reduce attempt goes to the owner of its partition. Thread-safe.
 */
final class WorkerPool implements AttemptJvms<WorkerSlot>, Workers, WorkerJvm.Events {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private final WorkerSource source;
    private final PartitionRanges ranges;
    private final int slots;
    private final Tolerance tolerance;
    private final RunIntake noRuns;
    private final HeldOutputs outputs;

    /** Moves the bytes of all workers. */
    private final Reactor reactor = new Reactor("millrace-workers-io");

    /** Null if it makes no difference which worker runs which map task. */
    private final @Nullable SplitPlacement placement;

    /** By rank; null while it starts. */
    @GuardedBy("this")
    private final List<@Nullable WorkerJvm> workers = new ArrayList<>();

    @GuardedBy("this")
    private final int[] starts;

    @GuardedBy("this")
    private boolean started;

    /** Threads that start a worker, or wait for the end of one. */
    @GuardedBy("this")
    private final Set<Thread> helpers = new HashSet<>();

    @GuardedBy("this")
    private int deaths;

    /** Why no worker is started any more; null before. */
    @GuardedBy("this")
    private @Nullable String end;

    @GuardedBy("this")
    private Consumer<IOException> whenExhausted = cause -> {};

    /**
     * Workers, none of which has started.
     *
     * @param outputs of the job's map tasks, none of which is held
     * @param slots attempts that each runs at a time
     * @param noRuns for reports, which contain no runs
     * @param placement of the map tasks; null if any worker may run any
     */
    WorkerPool(
            WorkerSource source,
            HeldOutputs outputs,
            int slots,
            Tolerance tolerance,
            RunIntake noRuns,
            @Nullable SplitPlacement placement)
            throws IOException {
        this.source = source;
        this.outputs = outputs;
        this.ranges = outputs.ranges();
        this.slots = slots;
        this.tolerance = tolerance;
        this.noRuns = noRuns;
        this.placement = placement;
        this.starts = new int[ranges.workers()];
        for (int rank = 0; rank < ranges.workers(); rank++) {
            workers.add(null);
        }
    }

    @Override
    public int count() {
        return ranges.workers();
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public int ownerOf(int partition) {
        return ranges.ownerOf(partition);
    }

    @Override
    public @Nullable Placement placement() {
        return placement;
    }

    @Override
    public BitSet lostOutputs(BitSet partitions) {
        return outputs.missing(partitions);
    }

    @Override
    public synchronized WorkerSlot take(AttemptId attempt)
            throws IOException, InterruptedException {
        startAll();
        while (true) {
            if (end != null) {
                throw new IOException("attempt " + attempt + " has no worker: " + end);
            }
            WorkerSlot slot =
                    attempt.kind() == TaskKind.MAP
                            ? pollPlaced(attempt.task())
                            : pollOwner(attempt.task());
            if (slot != null) {
                return slot;
            }
            wait();
        }
    }

    /** A slot of the worker that a map task was placed at; of any if that one was lost. */
    @GuardedBy("this")
    private @Nullable WorkerSlot pollPlaced(int task) {
        SplitPlacement places = placement;
        if (places == null) {
            return pollAny();
        }
        int rank = places.workerOf(task);
        WorkerJvm placed = rank == Placement.NONE ? null : workers.get(rank);
        if (rank != Placement.NONE && placed == null && starts[rank] == 1) {
            return null; // it has not started yet
        }
        WorkerSlot slot = placed == null ? null : placed.poll();
        if (slot == null) {
            slot = pollAny();
        }
        if (slot != null) {
            places.began(task, slot.worker().rank());
        }
        return slot;
    }

    @GuardedBy("this")
    private @Nullable WorkerSlot pollAny() {
        WorkerJvm best = null;
        for (WorkerJvm each : workers) {
            if (each != null && (best == null || each.freeSlots() > best.freeSlots())) {
                best = each;
            }
        }
        return best == null ? null : best.poll();
    }

    @GuardedBy("this")
    private @Nullable WorkerSlot pollOwner(int partition) throws InputLostException {
        int rank = ranges.ownerOf(partition);
        if (!outputs.isComplete(rank)) {
            throw new InputLostException(
                    "the map output for partition " + partition + " was lost with worker " + rank);
        }
        WorkerJvm owner = workers.get(rank);
        WorkerSlot slot = owner == null ? null : owner.poll();
        if (owner != null && slot != null) {
            owner.publish(outputs.heldBy(rank));
        }
        return slot;
    }

    @Override
    public BitSet receivers(AttemptId attempt, WorkerSlot slot) {
        return attempt.kind() == TaskKind.MAP && ranges.partitions() > 0
                ? outputs.begin(attempt)
                : new BitSet();
    }

    @Override
    public void giveBack(AttemptId attempt, WorkerSlot slot) {
        if (attempt.kind() == TaskKind.MAP) {
            commit(attempt);
        }
        free(attempt, slot, true);
    }

    /** A successor of a worker that held it takes its place only after that, or before. */
    private synchronized void commit(AttemptId attempt) {
        BitSet holders = outputs.commit(attempt);
        boolean tasksWait = outputs.tasksWait();
        for (int rank : holders.stream().toArray()) {
            WorkerJvm holder = workers.get(rank);
            if (holder != null) {
                holder.keep(attempt, tasksWait);
            }
        }
    }

    @Override
    public void end(AttemptId attempt, WorkerSlot slot) {
        drop(attempt);
        free(attempt, slot, false);
    }

    private synchronized void drop(AttemptId attempt) {
        for (int rank : outputs.drop(attempt).stream().toArray()) {
            WorkerJvm receiver = workers.get(rank);
            if (receiver != null) {
                receiver.drop(attempt);
            }
        }
    }

    private synchronized void free(AttemptId attempt, WorkerSlot slot, boolean committed) {
        slot.worker().giveBack(slot);
        if (placement != null && attempt.kind() == TaskKind.MAP) {
            placement.ended(attempt.task(), committed);
        }
        notifyAll();
    }

    /** Ends the whole worker, which notices. */
    @Override
    public void destroy(AttemptId attempt, WorkerSlot slot) {
        drop(attempt);
        slot.worker().destroy();
    }

    @GuardedBy("this")
    private void startAll() {
        if (!started) {
            started = true;
            for (int rank = 0; rank < ranges.workers(); rank++) {
                startSoon(rank);
            }
        }
    }

    @GuardedBy("this")
    private void startSoon(int rank) {
        int number = starts[rank]++;
        help("millrace-start-worker-" + rank, () -> start(rank, number));
    }

    /** Begins work that waits for a process, on a thread that {@link #close} waits for. */
    private synchronized void help(String name, Runnable work) {
        Thread thread =
                Threads.create(
                        name,
                        () -> {
                            try {
                                work.run();
                            } finally {
                                helped(Thread.currentThread());
                            }
                        });
        helpers.add(thread);
        thread.start();
    }

    private synchronized void helped(Thread helper) {
        helpers.remove(helper);
    }

    private void start(int rank, int number) {
        try {
            RemoteJvm process = source.start(rank, number);
            WorkerJvm worker =
                    new WorkerJvm(rank, process, slots, noRuns, tolerance.silenceSeconds(), this);
            boolean started = false;
            try {
                if (add(worker)) {
                    worker.start(reactor);
                    started = true;
                }
            } finally {
                if (!started) {
                    worker.destroy();
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            String why = "worker " + rank + " did not start: " + e.getMessage();
            if (!Thread.currentThread().isInterrupted()) { // close() interrupts it
                LOG.warn("{}", why);
            }
            died(rank, why);
        } catch (InterruptedException e) {
            died(rank, "the start of worker " + rank + " was interrupted");
        }
    }

    private synchronized boolean add(WorkerJvm worker) {
        if (end != null) {
            return false;
        }
        workers.set(worker.rank(), worker);
        if (placement != null) {
            placement.arrived(worker.rank());
        }
        notifyAll();
        return true;
    }

    @Override
    public void silent(WorkerJvm worker) {
        help("millrace-end-worker-" + worker.rank(), worker::destroy);
    }

    @Override
    public void lost(WorkerJvm worker) {
        help("millrace-lost-worker-" + worker.rank(), () -> replace(worker));
    }

    private void replace(WorkerJvm worker) {
        outputs.lose(worker.rank());
        String how = worker.describeEnd();
        worker.destroy(); // it may have lost its connection only
        died(worker.rank(), how);
    }

    private void died(int rank, String why) {
        Consumer<IOException> tell = cause -> {};
        String tooMany = "";
        synchronized (this) {
            workers.set(rank, null);
            if (placement != null) {
                placement.lost(rank);
            }
            deaths++;
            if (end == null && deaths > tolerance.deaths()) {
                tooMany =
                        "%d workers of the job ended unexpectedly, and %d may (%s); the last one: %s"
                                .formatted(deaths, tolerance.deaths(), WorkerKeys.DEATHS, why);
                end = tooMany;
                tell = whenExhausted;
            }
            if (end == null) {
                startSoon(rank);
            }
            notifyAll();
        }
        tell.accept(new IOException(tooMany));
    }

    @Override
    public synchronized void whenExhausted(Consumer<IOException> failed) {
        whenExhausted = failed;
    }

    /** Ends all workers: idle ones in an orderly way, busy ones and those that start at once. */
    @Override
    public void close() {
        List<WorkerJvm> left;
        synchronized (this) {
            end = "the job has ended";
            left = workers.stream().filter(Objects::nonNull).toList();
            helpers.forEach(Thread::interrupt);
            notifyAll();
        }
        for (WorkerJvm each : left) {
            if (each.freeSlots() == slots) {
                each.askToEnd();
            } else {
                each.destroy();
            }
        }
        left.forEach(WorkerJvm::awaitEnd);
        awaitHelpers();
        reactor.close();
        source.close();
        if (placement != null) {
            LOG.info("{}", placement.summary());
        }
    }

    /** No worker begins any more; the last helper begins before its worker has ended. */
    private void awaitHelpers() {
        List<Thread> left;
        synchronized (this) {
            left = List.copyOf(helpers);
        }
        left.forEach(Threads::join);
    }
}
