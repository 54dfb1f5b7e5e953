package io.millrace.collective.transport;

import io.millrace.engine.memory.MemoryAccount;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of one process say to each other from the time when all are there until one
 * leaves. Thread-safe.
 */
final class Epoch {

    /** Messages from one worker to another that may wait to be taken. */
    private static final int CAPACITY = 4;

    private final List<Mailbox> mailboxes = new ArrayList<>();
    private final int size;

    /** Why it has ended; null while it has not. */
    private volatile @Nullable String end;

    Epoch(int size) {
        this.size = size;
        for (int i = 0; i < size; i++) {
            mailboxes.add(new Mailbox());
        }
    }

    /** Ends it: nobody waits any more. What was sent can still be received. */
    void end(String why) {
        if (end == null) {
            end = why;
            mailboxes.forEach(Mailbox::wake);
        }
    }

    /** Gives back what was sent and nobody will receive any more; after {@link #end}. */
    void discard() {
        mailboxes.forEach(Mailbox::empty);
    }

    Transport open(int rank, Patience patience, MemoryAccount memory) {
        return new Connection(rank, patience, memory);
    }

    /** One worker's end. */
    private final class Connection implements Transport {

        private final int rank;
        private final Patience patience;
        private final MemoryAccount memory;

        Connection(int rank, Patience patience, MemoryAccount memory) {
            this.rank = rank;
            this.patience = patience;
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
                                || patience.pass(() -> mailbox.put(rank, message, patience));
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
        public Message receive(int from) throws GangBrokenException, InterruptedException {
            Mailbox mailbox = mailboxes.get(rank);
            @Nullable Message message = mailbox.poll(from);
            if (message == null) {
                message = patience.<Received>pass(() -> mailbox.take(from, patience)).message();
            }
            if (message == null) {
                throw broken();
            }
            return message;
        }

        private GangBrokenException broken() {
            return new GangBrokenException("worker " + rank + " waited in vain: " + end);
        }

        @Override
        public void leave() {
            end("worker " + rank + " has left");
        }

        @Override
        public void close() {
            // What waits to be received is the epoch's.
        }
    }

    /** What came for a waiting worker; null if it is not to wait any more. */
    private record Received(@Nullable Message message) {}

    /** What was sent to one worker, by sender. */
    private final class Mailbox {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final List<Deque<Message>> bySender = new ArrayList<>();

        Mailbox() {
            for (int i = 0; i < size; i++) {
                bySender.add(new ArrayDeque<>());
            }
        }

        /** Whether there was room, and the epoch has not ended. */
        boolean offer(int from, Message message) {
            lock.lock();
            try {
                Deque<Message> messages = bySender.get(from);
                if (end != null || messages.size() == CAPACITY) {
                    return false;
                }
                messages.add(message);
                changed.signalAll();
                return true;
            } finally {
                lock.unlock();
            }
        }

        /** Waits for room; false if the epoch ended before there was any. */
        boolean put(int from, Message message, Patience patience) throws InterruptedException {
            while (!offer(from, message)) {
                if (end != null) {
                    return false;
                }
                await(() -> bySender.get(from).size() == CAPACITY, patience);
            }
            return true;
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
        Received take(int from, Patience patience) throws InterruptedException {
            while (true) {
                boolean ended = end != null;
                @Nullable Message message = poll(from);
                if (message != null || ended) {
                    return new Received(message);
                }
                await(() -> bySender.get(from).isEmpty(), patience);
            }
        }

        /** Waits until something changes; called where that may have happened already. */
        private void await(BooleanSupplier still, Patience patience) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                long left = Patience.TICK_NANOS;
                while (end == null && still.getAsBoolean()) {
                    left = changed.awaitNanos(left);
                    if (left <= 0) {
                        patience.alive();
                        left = Patience.TICK_NANOS;
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
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
