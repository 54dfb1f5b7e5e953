package io.millrace.exchange.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.SpinWait;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The communication of a gang's workers in one process, from the time when all have joined until
 * one leaves. Thread-safe.
 */
final class Epoch {

    /** Maximum number of queued messages from one worker to another. */
    private static final int CAPACITY = 4;

    private static final String MACHINE = "localhost";

    private final List<Mailbox> mailboxes = new ArrayList<>();
    private final int size;

    /** Why the epoch ended; null before. */
    private volatile @Nullable String end;

    Epoch(int size) {
        this.size = size;
        for (int i = 0; i < size; i++) {
            mailboxes.add(new Mailbox());
        }
    }

    /** Ends the epoch and all waits. Sent messages can still be received. */
    void end(String why) {
        if (end == null) {
            end = why;
            mailboxes.forEach(Mailbox::wake);
        }
    }

    /** Releases sent messages that no worker will receive; called after {@link #end}. */
    void discard() {
        mailboxes.forEach(Mailbox::empty);
    }

    Transport open(int rank, WaitPolicy waitPolicy, MemoryAccount memory) {
        return new Connection(rank, waitPolicy, memory);
    }

    /** One worker's end. */
    private final class Connection implements Transport {

        private final int rank;
        private final WaitPolicy waitPolicy;
        private final MemoryAccount memory;

        Connection(int rank, WaitPolicy waitPolicy, MemoryAccount memory) {
            this.rank = rank;
            this.waitPolicy = waitPolicy;
            this.memory = memory;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public String machine(int worker) {
            return MACHINE;
        }

        @Override
        public MemoryAccount memory() {
            return memory;
        }

        @Override
        public void send(int to, Message message) throws GangBrokenException, InterruptedException {
            Mailbox mailbox = mailboxes.get(to);
            boolean sent = false;
            try {
                sent =
                        mailbox.offer(rank, message)
                                || waitPolicy.pass(() -> mailbox.put(rank, message, waitPolicy));
            } finally {
                if (!sent) {
                    message.close();
                }
            }
            if (!sent) {
                throw broken();
            }
        }

        @Override
        public void post(int to, Message message) {
            mailboxes.get(to).post(rank, message);
        }

        @Override
        public void whenArrived(IntConsumer listener) {
            mailboxes.get(rank).whenArrived(listener);
        }

        @Override
        public Message receive(int from) throws GangBrokenException, InterruptedException {
            Mailbox mailbox = mailboxes.get(rank);
            boolean came = SpinWait.until(() -> mailbox.has(from), () -> end == null);
            @Nullable Message message = came ? mailbox.poll(from) : null;
            if (message == null) {
                message = waitPolicy.<Received>pass(() -> mailbox.take(from, waitPolicy)).message();
            }
            if (message == null) {
                throw broken();
            }
            return message;
        }

        private GangBrokenException broken() {
            return new GangBrokenException("worker " + rank + " cannot continue: " + end);
        }

        @Override
        public void leave() {
            end("worker " + rank + " has left");
        }

        @Override
        public void close() {
            // The epoch owns queued messages.
        }
    }

    /** The message for a waiting worker; null if the wait has ended. */
    private record Received(@Nullable Message message) {}

    /** The messages to one worker, by sender. */
    private final class Mailbox {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final List<Deque<Message>> bySender = new ArrayList<>();

        @GuardedBy("lock")
        private IntConsumer listener = from -> {};

        Mailbox() {
            for (int i = 0; i < size; i++) {
                bySender.add(new ArrayDeque<>());
            }
        }

        /** Adds a message; false if there is no room or the epoch has ended. */
        boolean offer(int from, Message message) {
            lock.lock();
            try {
                if (end != null || bySender.get(from).size() >= CAPACITY) {
                    return false;
                }
                add(from, message);
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** Adds a message even if there is no room. */
        void post(int from, Message message) {
            lock.lock();
            try {
                if (end == null) {
                    add(from, message);
                } else {
                    message.close();
                }
            } finally {
                lock.unlock();
            }
        }

        @GuardedBy("lock")
        private void add(int from, Message message) {
            bySender.get(from).add(message);
            listener.accept(from);
            changed.signalAll();
        }

        void whenArrived(IntConsumer told) {
            lock.lock();
            try {
                listener = told;
                for (int from = 0; from < size; from++) {
                    for (int left = bySender.get(from).size(); left > 0; left--) {
                        told.accept(from);
                    }
                    if (end != null) {
                        told.accept(from);
                    }
                }
            } finally {
                lock.unlock();
            }
        }

        /** Waits for room; false if the epoch ended before there was any. */
        boolean put(int from, Message message, WaitPolicy waitPolicy) throws InterruptedException {
            while (!offer(from, message)) {
                if (end != null) {
                    return false;
                }
                await(() -> bySender.get(from).size() >= CAPACITY, waitPolicy);
            }
            return true;
        }

        boolean has(int from) {
            lock.lock();
            try {
                return !bySender.get(from).isEmpty();
            } finally {
                lock.unlock();
            }
        }

        @Nullable Message poll(int from) {
            lock.lock();
            try {
                @Nullable Message message = bySender.get(from).poll();
                if (message != null) {
                    changed.signalAll();
                }
                return message;
            } finally {
                lock.unlock();
            }
        }

        /** Waits for a message; null if the epoch ended before one came. */
        Received take(int from, WaitPolicy waitPolicy) throws InterruptedException {
            while (true) {
                boolean ended = end != null;
                @Nullable Message message = poll(from);
                if (message != null || ended) {
                    return new Received(message);
                }
                await(() -> bySender.get(from).isEmpty(), waitPolicy);
            }
        }

        /** Waits until the state changes; the change may already have happened. */
        private void await(BooleanSupplier still, WaitPolicy waitPolicy)
                throws InterruptedException {
            lock.lockInterruptibly();
            try {
                long left = WaitPolicy.TICK_NANOS;
                while (end == null && still.getAsBoolean()) {
                    left = changed.awaitNanos(left);
                    if (left <= 0) {
                        waitPolicy.alive();
                        left = WaitPolicy.TICK_NANOS;
                    }
                }
            } finally {
                lock.unlock();
            }
        }

        void empty() {
            lock.lock();
            try {
                for (Deque<Message> messages : bySender) {
                    messages.forEach(Message::close);
                    messages.clear();
                }
            } finally {
                lock.unlock();
            }
        }

        void wake() {
            lock.lock();
            try {
                for (int from = 0; from < size; from++) {
                    listener.accept(from);
                }
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
