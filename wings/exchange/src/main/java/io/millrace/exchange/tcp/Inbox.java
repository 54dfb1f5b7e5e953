package io.millrace.exchange.tcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.frame.FrameHeader;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.message.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a worker has received in an epoch, and its leave to send more. Links report
 * changes, which the worker's thread waits for. Thread-safe.
 */
public final class Inbox {

    @GuardedBy("this")
    private final List<Deque<Message>> received = new ArrayList<>();

    /** Messages that go as soon as there is leave to send them, by rank. */
    @GuardedBy("this")
    private final List<Deque<Message>> posted = new ArrayList<>();

    /** How many more messages may be sent, by rank. */
    @GuardedBy("this")
    private final int[] credits;

    /** Which workers will send nothing more. */
    @GuardedBy("this")
    private final boolean[] finished;

    /** How often the worker had a reason to look again. */
    @GuardedBy("this")
    private long changes;

    /** Why the epoch ended; null before. */
    @GuardedBy("this")
    private @Nullable String end;

    /** Told of messages, and of the end of what comes from a worker. */
    @GuardedBy("this")
    private IntConsumer listener = from -> {};

    /** Waits while the number of changes is {@code seen}, or not so long. */
    @FunctionalInterface
    interface Waiting {
        void await(long seen) throws InterruptedException;
    }

    Inbox(int size) {
        credits = new int[size];
        finished = new boolean[size];
        for (int i = 0; i < size; i++) {
            received.add(new ArrayDeque<>());
            posted.add(new ArrayDeque<>());
            credits[i] = FrameHeader.CREDITS;
        }
    }

    /** Takes leave to send a message, if there is some. */
    synchronized boolean takeCredit(int to) {
        if (end != null || finished[to] || credits[to] == 0) {
            return false;
        }
        credits[to]--;
        return true;
    }

    /**
     * Takes leave to send a message, which this owns otherwise: it is due later ({@link
     * #credited}), or never.
     *
     * @return whether the caller is to send it
     */
    synchronized boolean post(int to, Message message) {
        if (end != null || finished[to]) {
            message.close();
            return false;
        }
        if (posted.get(to).isEmpty() && takeCredit(to)) {
            return true;
        }
        posted.get(to).add(message);
        return false;
    }

    /** Sets the listener, and tells it what it has missed. */
    synchronized void whenArrived(IntConsumer told) {
        listener = told;
        for (int from = 0; from < credits.length; from++) {
            for (int left = received.get(from).size(); left > 0; left--) {
                told.accept(from);
            }
            if (isOver(from)) {
                told.accept(from);
            }
        }
    }

    synchronized long changes() {
        return changes;
    }

    /** There may be a reason to look again. */
    synchronized void changed() {
        changes++;
        notifyAll();
    }

    /** Waits for a change that another thread brings about. */
    @SuppressWarnings("WaitNotInLoop") // callers loop
    synchronized void await(long seen, WaitPolicy waitPolicy) throws InterruptedException {
        if (changes == seen) {
            wait(TimeUnit.NANOSECONDS.toMillis(WaitPolicy.TICK_NANOS));
        }
        waitPolicy.alive();
    }

    /** Waits for leave to send a message; false if there will be none any more. */
    boolean awaitCredit(int to, Waiting waiting) throws InterruptedException {
        while (true) {
            long seen = changes();
            if (takeCredit(to)) {
                return true;
            }
            if (isOver(to)) {
                return false;
            }
            waiting.await(seen);
        }
    }

    /** Whether nothing goes to or comes from a worker any more. */
    private synchronized boolean isOver(int peer) {
        return end != null || finished[peer];
    }

    /** The next message from a worker; null if none has come. */
    synchronized @Nullable Message poll(int from) {
        return received.get(from).poll();
    }

    /** Waits for the next message from a worker; null if none will come any more. */
    @Nullable Message awaitMessage(int from, Waiting waiting) throws InterruptedException {
        while (true) {
            long seen = changes();
            boolean over = isOver(from);
            Message next = poll(from);
            if (next != null || over) {
                return next;
            }
            waiting.await(seen);
        }
    }

    /** A message is here, which this owns now. */
    synchronized void arrived(int from, Message message) {
        received.get(from).add(message);
        listener.accept(from);
        changed();
    }

    /**
     * A worker has taken a message.
     *
     * @return a posted message, which the caller sends to it now; null if there is none
     */
    synchronized @Nullable Message credited(int peer) {
        Message next = posted.get(peer).poll();
        if (next == null) {
            credits[peer]++;
            changed();
        }
        return next;
    }

    /** A worker will send nothing more, because the loop has ended for it. */
    synchronized void finished(int peer) {
        finished[peer] = true;
        listener.accept(peer);
        changed();
    }

    /** Ends the epoch; messages that are here can still be received. */
    synchronized void end(String why) {
        if (end == null) {
            end = why;
            for (int from = 0; from < credits.length; from++) {
                listener.accept(from);
            }
            changed();
        }
    }

    /** Why nothing comes any more. */
    synchronized String why() {
        return end == null ? "another worker has ended" : end;
    }

    synchronized boolean hasEnded() {
        return end != null;
    }

    /** Gives back messages that nobody has received, or that nobody has room for. */
    synchronized void discard() {
        discard(received);
        discard(posted);
    }

    private static void discard(List<Deque<Message>> messages) {
        for (Deque<Message> each : messages) {
            each.forEach(Message::close);
            each.clear();
        }
    }
}
