package io.millrace.exchange.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.exchange.gang.GangMember;
import io.millrace.exchange.gang.MissingWorkersException;
import io.millrace.exchange.gang.Rendezvous;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.gang.WaitPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A gang whose workers are threads of this process. Thread-safe. */
public final class LocalGang {

    private final String name;

    @GuardedBy("this")
    private final @Nullable Arrival[] waiting;

    @GuardedBy("this")
    private Epoch epoch = new Epoch(0);

    public LocalGang(String name, int size) {
        this.name = name;
        this.waiting = new Arrival[size];
    }

    /** A worker that waits for the others, and their common epoch. Guarded by the gang. */
    private static final class Arrival {
        private @Nullable Epoch epoch;
        private boolean replaced;
    }

    /** Ends the epoch for workers that are still in it. */
    public synchronized void end() {
        epoch.end("the loop has ended");
        epoch.discard();
    }

    /** Like {@link Rendezvous#join}, for the worker of this rank on the calling thread. */
    public Transport join(int rank, GangMember worker) throws IOException, InterruptedException {
        WaitPolicy waitPolicy = worker.waitPolicy();
        Arrival self = arrive(rank);
        waitPolicy.pass(() -> await(self, rank, waitPolicy, worker.time()));
        return epochOf(self, rank, worker.time()).open(rank, waitPolicy, worker.memory());
    }

    /** Notes the arrival of a worker; the last one lets all of them start. */
    private synchronized Arrival arrive(int rank) {
        epoch.end("worker " + rank + " joined again");
        Arrival before = waiting[rank];
        if (before != null) {
            before.replaced = true;
        }
        Arrival self = new Arrival();
        waiting[rank] = self;
        if (missing().isEmpty()) {
            epoch.discard();
            epoch = new Epoch(waiting.length);
            for (Arrival worker : waiting) {
                Objects.requireNonNull(worker).epoch = epoch;
            }
            Arrays.fill(waiting, null);
        }
        notifyAll();
        return self;
    }

    private synchronized Arrival await(Arrival self, int rank, WaitPolicy waitPolicy, Duration time)
            throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        try {
            while (self.epoch == null && !self.replaced && System.nanoTime() - deadline < 0) {
                wait(TimeUnit.NANOSECONDS.toMillis(WaitPolicy.TICK_NANOS));
                waitPolicy.alive();
            }
        } catch (InterruptedException | RuntimeException e) {
            withdraw(self, rank);
            throw e;
        }
        return self;
    }

    private synchronized Epoch epochOf(Arrival self, int rank, Duration time) throws IOException {
        Epoch joined = self.epoch;
        if (joined == null) {
            List<Integer> missing = missing();
            withdraw(self, rank);
            if (self.replaced) {
                throw new IOException(
                        "another attempt has replaced worker " + rank + " of " + name);
            }
            throw new MissingWorkersException(rank, name, waiting.length, time, missing);
        }
        return joined;
    }

    @GuardedBy("this")
    private void withdraw(Arrival self, int rank) {
        if (waiting[rank] == self) {
            waiting[rank] = null;
        }
        if (self.epoch != null) {
            self.epoch.end("worker " + rank + " does not wait any more");
        }
    }

    @GuardedBy("this")
    private List<Integer> missing() {
        @Nullable Arrival[] places = waiting;
        return IntStream.range(0, places.length)
                .filter(rank -> places[rank] == null)
                .boxed()
                .toList();
    }
}
