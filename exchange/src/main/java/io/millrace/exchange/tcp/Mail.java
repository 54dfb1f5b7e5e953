package io.millrace.exchange.tcp;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.gang.Patience;
import io.millrace.exchange.message.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a worker has received in an epoch, and its leave to send more. The worker's
 * thread waits; the reactor's thread reports changes. Thread-safe.
 */
final class Mail {

    /** Maximum number of messages from one worker to another that were not taken. */
    static final int CREDITS = 4;

    @GuardedBy("this")
    private final List<Deque<Received>> received = new ArrayList<>();

    /** How many more messages may be sent, by rank. */
    @GuardedBy("this")
    private final int[] credits;

    /** Which workers will send nothing more. */
    @GuardedBy("this")
    private final boolean[] finished;

    /** Why the epoch ended; null before. */
    @GuardedBy("this")
    private @Nullable String end;

    /**
     * A message that has come.
     *
     * @param checksum as its sender computed it
     */
    record Received(Message message, int checksum) {}

    Mail(int size) {
        credits = new int[size];
        finished = new boolean[size];
        for (int i = 0; i < size; i++) {
            received.add(new ArrayDeque<>());
            credits[i] = CREDITS;
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

    /** Waits for leave to send a message; false if there will be none any more. */
    synchronized boolean awaitCredit(int to, Patience patience) throws InterruptedException {
        while (!takeCredit(to)) {
            if (end != null || finished[to]) {
                return false;
            }
            pause(patience);
        }
        return true;
    }

    /** The next message from a worker; null if none has come. */
    synchronized @Nullable Received poll(int from) {
        return received.get(from).poll();
    }

    /** Waits for the next message from a worker; null if none will come any more. */
    synchronized @Nullable Received awaitMessage(int from, Patience patience)
            throws InterruptedException {
        while (received.get(from).isEmpty() && end == null && !finished[from]) {
            pause(patience);
        }
        return poll(from);
    }

    /** Waits for a change, which may be none. */
    @SuppressWarnings("WaitNotInLoop") // callers loop
    synchronized void pause(Patience patience) throws InterruptedException {
        wait(TimeUnit.NANOSECONDS.toMillis(Patience.TICK_NANOS));
        patience.alive();
    }

    /** A message is here, which this owns now. */
    synchronized void arrived(int from, Message message, int checksum) {
        received.get(from).add(new Received(message, checksum));
        notifyAll();
    }

    /** A worker has taken a message. */
    synchronized void credited(int peer) {
        credits[peer]++;
        notifyAll();
    }

    /** A worker will send nothing more, because the loop has ended for it. */
    synchronized void finished(int peer) {
        finished[peer] = true;
        notifyAll();
    }

    /** Ends the epoch; messages that are here can still be received. */
    synchronized void end(String why) {
        if (end == null) {
            end = why;
        }
        notifyAll();
    }

    /** Why nothing comes any more. */
    synchronized String why() {
        return end == null ? "another worker has ended" : end;
    }

    synchronized boolean hasEnded() {
        return end != null;
    }

    /** Something may have changed elsewhere. */
    synchronized void changed() {
        notifyAll();
    }

    /** Gives back messages that nobody has received. */
    synchronized void discard() {
        for (Deque<Received> each : received) {
            each.forEach(one -> one.message.close());
            each.clear();
        }
    }
}
