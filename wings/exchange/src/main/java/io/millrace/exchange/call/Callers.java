package io.millrace.exchange.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.exchange.reactor.Reactor;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Workers that have called for a link before this one asked for it. They may know of an epoch
 * earlier than this worker does. Thread-safe.
 *
 * @param <C> a connection
 */
public final class Callers<C extends Closeable> {

    private record Call(long epoch, int rank) {}

    @GuardedBy("this")
    private final Map<Call, C> waiting = new HashMap<>();

    /** Adds a caller, who has proved itself; takes ownership of its channel. */
    public synchronized void add(Hello hello, C channel) {
        C before = waiting.put(new Call(hello.epoch(), hello.from()), channel);
        if (before != null) {
            Reactor.close(before);
        }
        notifyAll();
    }

    /**
     * Waits for the calls of some workers in an epoch, and drops those of earlier epochs; false if
     * one does not call in time.
     *
     * @param deadline by {@link System#nanoTime}
     * @param channels their channels go here, by rank; the caller owns them
     */
    public boolean await(
            long epoch,
            List<Integer> ranks,
            long deadline,
            WaitPolicy waitPolicy,
            List<@Nullable C> channels)
            throws InterruptedException {
        waitPolicy.pass(() -> awaitCalls(epoch, ranks, deadline, waitPolicy));
        synchronized (this) {
            for (int rank : ranks) {
                channels.set(rank, waiting.remove(new Call(epoch, rank)));
            }
            dropBefore(epoch);
        }
        return ranks.stream().allMatch(rank -> channels.get(rank) != null);
    }

    private synchronized Boolean awaitCalls(
            long epoch, List<Integer> ranks, long deadline, WaitPolicy waitPolicy)
            throws InterruptedException {
        List<Call> wanted = ranks.stream().map(rank -> new Call(epoch, rank)).toList();
        while (!waiting.keySet().containsAll(wanted)) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            wait(TimeUnit.NANOSECONDS.toMillis(WaitPolicy.TICK_NANOS));
            waitPolicy.alive();
        }
        return true;
    }

    @GuardedBy("this")
    private void dropBefore(long epoch) {
        for (Call call : new ArrayList<>(waiting.keySet())) {
            if (call.epoch < epoch) {
                Reactor.close(waiting.remove(call));
            }
        }
    }

    /** Turns all away. */
    public synchronized void close() {
        waiting.values().forEach(Reactor::close);
        waiting.clear();
    }
}
