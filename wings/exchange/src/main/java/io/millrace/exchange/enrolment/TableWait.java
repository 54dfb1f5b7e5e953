package io.millrace.exchange.enrolment;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.gang.WaitPolicy;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A worker's wait for the table of the next epoch. The worker's thread waits; the reactor's
 * handlers reply.
 */
public final class TableWait implements Coordinator.Reply {

    @GuardedBy("this")
    private List<Integer> missing;

    @GuardedBy("this")
    private @Nullable Table table;

    @GuardedBy("this")
    private @Nullable IOException failure;

    @GuardedBy("this")
    private boolean lost;

    /** A wait in which nothing is known but that these workers may be missing. */
    public TableWait(List<Integer> missing) {
        this.missing = missing;
    }

    @Override
    public synchronized void waiting(List<Integer> those) {
        missing = those;
    }

    @Override
    public synchronized void complete(Table whole) {
        table = whole;
        notifyAll();
    }

    @Override
    public synchronized void refused(String why) {
        failure = new IOException(why);
        notifyAll();
    }

    /** The coordinator cannot be reached any more. */
    public synchronized void lost() {
        lost = true;
        notifyAll();
    }

    public synchronized boolean isLost() {
        return lost;
    }

    public synchronized List<Integer> missing() {
        return missing;
    }

    /**
     * Waits until there is a table, the coordinator is lost or the time is over; null in the last
     * two cases.
     *
     * @param deadline by {@link System#nanoTime}
     * @throws IOException if the worker has no place any more
     */
    public @Nullable Table await(long deadline, WaitPolicy waitPolicy)
            throws IOException, InterruptedException {
        waitPolicy.pass(() -> awaitReply(deadline, waitPolicy));
        synchronized (this) {
            if (failure != null) {
                throw failure;
            }
            return table;
        }
    }

    private synchronized Boolean awaitReply(long deadline, WaitPolicy waitPolicy)
            throws InterruptedException {
        while (table == null && failure == null && !lost && System.nanoTime() - deadline < 0) {
            wait(TimeUnit.NANOSECONDS.toMillis(WaitPolicy.TICK_NANOS));
            waitPolicy.alive();
        }
        return table != null;
    }
}
