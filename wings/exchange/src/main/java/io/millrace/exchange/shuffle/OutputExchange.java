package io.millrace.exchange.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Threads;
import java.io.IOException;
import java.util.BitSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's part in the exchange of map output: it sends blocks to the owners of their partitions,
 * while map attempts run, and takes its own parts from all workers. If the gang breaks, it joins
 * again, and sends again what has not been received.
 *
 * <p>A thread of its own joins the gang. Thread-safe.
 */
public final class OutputExchange implements AutoCloseable {

    private final Rendezvous rendezvous;
    private final PartReceiver receiver;
    private final ExchangeTerms terms;
    private final Consumer<IOException> whenFailed;
    private final Thread thread;

    @GuardedBy("this")
    private @Nullable Connection current;

    /** Why there will be no further connection; null before. */
    @GuardedBy("this")
    private @Nullable IOException end;

    private OutputExchange(
            Rendezvous rendezvous,
            PartReceiver receiver,
            ExchangeTerms terms,
            Consumer<IOException> whenFailed) {
        this.rendezvous = rendezvous;
        this.receiver = receiver;
        this.terms = terms;
        this.whenFailed = whenFailed;
        this.thread = Threads.create("millrace-exchange", this::run);
    }

    /**
     * Begins to join the gang. The caller closes the exchange, and then the rendezvous.
     *
     * @param terms how it sends
     * @param whenFailed called once if this worker cannot exchange anything any more
     */
    public static OutputExchange open(
            Rendezvous rendezvous,
            PartReceiver receiver,
            ExchangeTerms terms,
            Consumer<IOException> whenFailed) {
        OutputExchange opened = new OutputExchange(rendezvous, receiver, terms, whenFailed);
        opened.thread.start();
        return opened;
    }

    private void run() {
        try {
            while (true) {
                Connection connection = new Connection(rendezvous.join(), receiver, terms);
                try {
                    connection.start();
                    connected(connection);
                    connection.awaitBreak();
                } finally {
                    connected(null);
                    connection.close();
                }
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            end(new IOException("the exchange has ended", e));
        } catch (RuntimeException | Error e) {
            fail(new IOException("the exchange failed: " + e, e));
        }
    }

    private void fail(IOException why) {
        end(why);
        whenFailed.accept(why);
    }

    private synchronized void connected(@Nullable Connection connection) {
        current = connection;
        notifyAll();
    }

    private synchronized void end(IOException why) {
        end = why;
        notifyAll();
    }

    /**
     * Delivers a block: returns when all receivers have their part.
     *
     * @param to the workers that need it
     * @throws RefusedPartException if one of them cannot keep it
     * @throws IOException if not all workers meet
     */
    public void deliver(OutputBlock block, BitSet to, OutputParts parts)
            throws IOException, InterruptedException {
        BitSet left = (BitSet) to.clone();
        Connection used = null;
        while (!left.isEmpty()) {
            used = awaitAnother(used);
            try {
                used.deliver(block, left, parts);
            } catch (GangBrokenException e) {
                // A worker was lost. All meet again, and the rest is sent again.
            }
        }
    }

    private synchronized Connection awaitAnother(@Nullable Connection used)
            throws IOException, InterruptedException {
        while (current == null || current == used) {
            if (end != null) {
                throw new IOException("map output cannot be sent: " + end.getMessage(), end);
            }
            wait();
        }
        return current;
    }

    /** Whether blocks leave while their attempt runs. */
    public boolean isOverlapped() {
        return terms.overlapped();
    }

    /** Leaves the gang. No attempt may be delivering. */
    @Override
    public void close() {
        thread.interrupt();
        Threads.join(thread);
    }
}
