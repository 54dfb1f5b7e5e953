package io.millrace.engine.job.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of platform threads that the jobs of a process share fairly. Each job has a {@link
 * Lane}. A free thread goes to the lane with waiting work that has the fewest threads; lanes with
 * equally many take turns. A lane of higher priority goes before all lower ones. Threads start on
 * demand and end after some idle time.
 *
 * <p>Java cannot kill a thread, but a thread that does not return from its work can be abandoned:
 * the pool forgets it and runs another in its place. The abandoned thread ends if it ever returns.
 *
 * <p>Thread-safe. One lock guards the pool, its lanes and its workers; no work runs under it.
 */
public final class FairPool implements AutoCloseable {

    private static final Duration END_LIMIT = Duration.ofSeconds(10);

    /** How often lanes are asked again that had no work for a free thread. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String name;
    private final int width;
    private final long idleNanos;
    private final ReentrantLock lock = new ReentrantLock();

    /** Lanes that have waiting work and a free slot, each once, the latest last. */
    @GuardedBy("lock")
    private final Set<Lane> ready = new LinkedHashSet<>();

    /** Lanes whose work all waits longer, although they have a free slot. */
    @GuardedBy("lock")
    private final Set<Lane> declined = new LinkedHashSet<>();

    @GuardedBy("lock")
    private final Set<Worker> workers = new HashSet<>();

    /** Idle workers, the most recently active last. */
    @GuardedBy("lock")
    private final Deque<Worker> resting = new ArrayDeque<>();

    @GuardedBy("lock")
    private final BitSet numbers = new BitSet();

    @GuardedBy("lock")
    private boolean closed;

    /**
     * A pool without threads.
     *
     * @param name second part of the threads' names, as {@code map} in {@code millrace-map-3}
     * @param width maximum number of threads
     * @param idle how long an idle thread stays
     */
    public FairPool(String name, int width, Duration idle) {
        this.name = name;
        this.width = width;
        this.idleNanos = idle.toNanos();
    }

    public int width() {
        return width;
    }

    /**
     * A lane for one job, whose work uses at most {@code slots} threads at once.
     *
     * @param priority asked whenever a thread is free, with the pool's lock held
     */
    public Lane openLane(int slots, IntSupplier priority) {
        return openLane(slots, priority, new FirstComeWork());
    }

    /**
     * A lane for work whose order is not that of its arrival.
     *
     * @param waiting empty; used with the pool's lock held
     */
    public Lane openLane(int slots, IntSupplier priority, WaitingWork waiting) {
        return new Lane(slots, priority, waiting);
    }

    /** Threads that have no work, or would be started for it. */
    int idle() {
        lock.lock();
        try {
            long busy = workers.stream().filter(worker -> worker.work != null).count();
            return width - (int) busy;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the threads, busy ones after their current work. May be called twice. */
    @Override
    public void close() {
        List<Thread> threads = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            ready.clear();
            for (Worker worker : workers) {
                threads.add(worker.thread);
                worker.wanted.signal();
            }
        } finally {
            lock.unlock();
        }
        joinAll(threads);
    }

    private static void joinAll(List<Thread> threads) {
        long deadline = System.nanoTime() + END_LIMIT.toNanos();
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive() && deadline - System.nanoTime() > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The lane for the next free thread, or null. */
    @GuardedBy("lock")
    private @Nullable Lane pollReady() {
        Lane best = null;
        int highest = 0;
        for (Lane lane : ready) {
            int priority = lane.priority.getAsInt();
            if (best == null
                    || priority > highest
                    || (priority == highest && lane.running < best.running)) {
                best = lane;
                highest = priority;
            }
        }
        ready.remove(best);
        return best;
    }

    /** Finds a thread for waiting work: an idle one, or a new one. */
    @GuardedBy("lock")
    private void wake() {
        if (closed || ready.isEmpty()) {
            return;
        }
        Worker rested = resting.pollLast();
        if (rested != null) {
            rested.wanted.signal();
        } else if (workers.size() < width) {
            hire();
        }
    }

    @GuardedBy("lock")
    private void hire() {
        Worker worker = new Worker(numbers.nextClearBit(1));
        numbers.set(worker.number);
        workers.add(worker);
        try {
            worker.thread.start();
        } catch (OutOfMemoryError e) { // the system cannot start another thread
            dismiss(worker);
            if (workers.isEmpty()) {
                throw e;
            }
        }
    }

    @GuardedBy("lock")
    private void dismiss(Worker worker) {
        if (workers.remove(worker)) {
            numbers.clear(worker.number);
            resting.remove(worker);
        }
    }

    @GuardedBy("lock")
    private void enlist(Lane lane) {
        if (!lane.waiting.isEmpty() && lane.running < lane.slots) {
            ready.add(lane);
        }
    }

    @GuardedBy("lock")
    private void endWork(Worker worker) {
        Lane ended = worker.lane;
        worker.work = null;
        worker.lane = null;
        if (ended != null) {
            ended.running--;
            enlist(ended);
            ended.signalRest();
        }
    }

    /** Lets lanes choose again: time has passed. */
    @GuardedBy("lock")
    private void askAgain() {
        declined.forEach(this::enlist);
        declined.clear();
    }

    /** The work of one job in this pool, first in, first out unless it has another order. */
    public final class Lane implements Executor {

        private final int slots;
        private final IntSupplier priority;
        private final WaitingWork waiting;
        private final Condition rests = lock.newCondition();
        private int running;

        private Lane(int slots, IntSupplier priority, WaitingWork waiting) {
            this.slots = slots;
            this.priority = priority;
            this.waiting = waiting;
        }

        /** Adds work behind the waiting work. */
        @Override
        public void execute(Runnable work) {
            add(work, false);
        }

        /** Adds work ahead of the waiting work. */
        public void executeNext(Runnable work) {
            add(work, true);
        }

        private void add(Runnable work, boolean first) {
            lock.lock();
            try {
                if (closed) {
                    throw new RejectedExecutionException(
                            "the engine's " + name + " pool is closed");
                }
                waiting.add(work, first);
                enlist(this);
                wake();
            } finally {
                lock.unlock();
            }
        }

        /** Whether work of other lanes waits for a thread. */
        boolean othersWait() {
            lock.lock();
            try {
                return ready.stream().anyMatch(lane -> lane != this);
            } finally {
                lock.unlock();
            }
        }

        /** Drops work that has not begun. */
        public void dropWaiting() {
            lock.lock();
            try {
                waiting.clear();
                ready.remove(this);
                declined.remove(this);
                signalRest();
            } finally {
                lock.unlock();
            }
        }

        /** Interrupts the threads that now work for this lane. */
        void interruptRunning() {
            lock.lock();
            try {
                for (Worker worker : workers) {
                    if (worker.lane == this) {
                        worker.thread.interrupt();
                    }
                }
            } finally {
                lock.unlock();
            }
        }

        /**
         * Waits until no work waits or runs.
         *
         * @return false if the time limit passed first
         */
        boolean awaitRest(Duration limit) {
            long nanos = limit.toNanos();
            boolean interrupted = false;
            lock.lock();
            try {
                while (running > 0 || !waiting.isEmpty()) {
                    if (nanos <= 0) {
                        return false;
                    }
                    try {
                        nanos = rests.awaitNanos(nanos);
                    } catch (InterruptedException e) {
                        interrupted = true; // only the limit ends this wait
                    }
                }
                return true;
            } finally {
                lock.unlock();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /** Abandons the threads that now do such work for this lane; returns their number. */
        public int abandon(Predicate<Runnable> which) {
            lock.lock();
            try {
                int count = 0;
                for (Worker worker : List.copyOf(workers)) {
                    Runnable work = worker.work;
                    if (worker.lane == this && work != null && which.test(work)) {
                        abandon(worker);
                        count++;
                    }
                }
                return count;
            } finally {
                lock.unlock();
            }
        }

        @GuardedBy("lock")
        private void abandon(Worker worker) {
            dismiss(worker);
            worker.abandoned = true;
            worker.thread.setName(worker.threadName() + "-abandoned");
            worker.thread.interrupt();
            endWork(worker);
            wake();
        }

        private void signalRest() {
            if (running == 0 && waiting.isEmpty()) {
                rests.signalAll();
            }
        }
    }

    /** One thread of the pool. Its fields are guarded by the pool's lock. */
    private final class Worker implements Runnable {

        private final int number;
        private final Thread thread;
        private final Condition wanted = lock.newCondition();
        private @Nullable Runnable work;
        private @Nullable Lane lane;
        private boolean abandoned;

        Worker(int number) {
            this.number = number;
            this.thread = DaemonThreads.create(threadName(), this);
        }

        String threadName() {
            return "millrace-" + name + "-" + number;
        }

        @Override
        public void run() {
            for (Runnable next = nextWork(); next != null; next = nextWork()) {
                try {
                    next.run();
                } catch (Throwable e) { // work reports its own failures; the thread survives them
                    DaemonThreads.LOG.log(
                            System.Logger.Level.ERROR, "work of " + threadName() + " failed", e);
                }
            }
        }

        /** The next work, or null if the thread should end. */
        private @Nullable Runnable nextWork() {
            lock.lock();
            try {
                if (abandoned) {
                    return null;
                }
                endWork(this);
                DaemonThreads.restore(thread, threadName());
                long nanos = idleNanos;
                while (!closed) {
                    Lane next = pollReady();
                    Runnable begun = next == null ? null : begin(next);
                    if (begun != null) {
                        return begun;
                    }
                    if (next == null && nanos <= 0 && declined.isEmpty()) {
                        break;
                    }
                    if (next == null) {
                        nanos = rest(nanos);
                    }
                }
                dismiss(this);
                return null;
            } finally {
                lock.unlock();
            }
        }

        @GuardedBy("lock")
        private @Nullable Runnable begin(Lane next) {
            Runnable taken = next.waiting.poll();
            if (taken == null) {
                declined.add(next);
                return null;
            }
            work = taken;
            lane = next;
            next.running++;
            enlist(next);
            return taken;
        }

        @SuppressWarnings("WaitNotInLoop") // the caller loops
        @GuardedBy("lock")
        private long rest(long nanos) {
            resting.addLast(this);
            try {
                if (declined.isEmpty()) {
                    return wanted.awaitNanos(nanos);
                }
                wanted.awaitNanos(ASK_AGAIN_NANOS);
                askAgain();
                return nanos;
            } catch (InterruptedException e) {
                return nanos; // the interrupt was meant for work that has ended meanwhile
            } finally {
                resting.remove(this);
            }
        }
    }
}
