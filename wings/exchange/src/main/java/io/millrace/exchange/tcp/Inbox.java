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
import org.jspecify.annotations.Nullable;

/**
 * The messages that a worker has received in an epoch, and its leave to send more. Links report
 * changes, which the worker's thread waits for. Thread-safe.
 */
public final class Inbox {

    @GuardedBy("this")
    private final List<Deque<Message>> received = new ArrayList<>();

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
        changed();
    }

    /** A worker has taken a message. */
    synchronized void credited(int peer) {
        credits[peer]++;
        changed();
    }

    /** A worker will send nothing more, because the loop has ended for it. */
    synchronized void finished(int peer) {
        finished[peer] = true;
        changed();
    }

    /** Ends the epoch; messages that are here can still be received. */
    synchronized void end(String why) {
        if (end == null) {
            end = why;
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

    /** Gives back messages that nobody has received. */
    synchronized void discard() {
        for (Deque<Message> each : received) {
            each.forEach(Message::close);
            each.clear();
        }
    }
}
