package io.millrace.cluster.gang;

import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.orders.OrderCall;
import io.millrace.exchange.orders.WorkerCalls;
import io.millrace.hadoop.scope.PrintedStream;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.workers.fork.child.JobConnection;
import io.millrace.workers.fork.wire.JobSpec;
import io.millrace.workers.fork.wire.SilenceWatch;
import io.millrace.workers.pool.WorkerSpec;
import io.millrace.workers.pool.child.PoolWorker;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.apache.hadoop.security.Credentials;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker in a map task of the gang, on a separate thread. Once it has orders, it ends its process
 * if the driver is lost: only the driver could stop the attempts that it runs.
 */
final class GangWorker {

    private static final Logger LOG = LoggerFactory.getLogger(GangWorker.class);

    private final GangTerms terms;
    private final int rank;
    private final int attempt;
    private final Container container;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /** Null before the first order. */
    private volatile @Nullable PoolWorker worker;

    private GangWorker(GangTerms terms, int rank, int attempt) {
        this.terms = terms;
        this.rank = rank;
        this.attempt = attempt;
        this.container = new Container(terms.gang());
    }

    static GangWorker start(GangTerms terms, int rank, TaskAttemptID attempt) {
        GangWorker worker = new GangWorker(terms, rank, attempt.getId());
        Threads.create("millrace-gang-worker", worker::run).start();
        return worker;
    }

    private void run() {
        try {
            OrderCall call = call();
            while (call != null && !serves(call)) {
                call = call();
            }
            end.complete(null);
        } catch (Exception e) { // thrown again on the task's thread
            end.completeExceptionally(e);
        }
    }

    /** Calls the driver; null if there are no more orders. */
    private @Nullable OrderCall call() throws IOException, InterruptedException {
        return WorkerCalls.call(
                terms.id().toString(),
                terms.identity(),
                terms.driver(),
                rank,
                attempt,
                terms.patience());
    }

    /**
     * Serves the driver until the job has ended.
     *
     * @return false if the driver has left without an order, or another one has taken its place
     */
    private boolean serves(OrderCall call) throws IOException {
        try (call;
                MessageChannel link = call.messages()) {
            if (!call.awaitOrder()) {
                return false;
            }
            DataInputStream first;
            try {
                first = NetworkProbe.awaitOrder(link);
            } catch (EOFException e) {
                return false;
            }
            serve(first, link);
            return true;
        }
    }

    private void serve(DataInputStream first, MessageChannel link) throws IOException {
        PoolWorker.showLife(link);
        PrintedStream.install();
        WorkerSpec spec = WorkerSpec.readFrom(first, container::classes);
        Limits.init(spec.job().environment().conf());
        PoolWorker started = PoolWorker.start(here(spec), container, link);
        worker = started;
        SilenceWatch.start(
                "millrace-driver-watch",
                link,
                ExchangeKeys.SILENCE_SECONDS.in(terms.gang()::get),
                () -> endWithout(new IOException("the driver gave no sign of life")));
        try {
            started.serve();
        } catch (IOException e) {
            endWithout(e);
        }
    }

    private void endWithout(IOException driver) {
        LOG.error("Worker {} has lost the driver of its gang, and ends", rank, driver);
        JobConnection.endAtOnce();
    }

    /** The driver's specification, for this machine and with the credentials that are here. */
    private WorkerSpec here(WorkerSpec spec) throws IOException {
        JobEnvironment sent = spec.job().environment();
        container.describeIn(sent.conf());
        Credentials own = terms.gang().getCredentials();
        sent.conf().setCredentials(own);
        sent.user().addCredentials(own);
        JobEnvironment environment =
                new JobEnvironment(
                        sent.id(),
                        sent.conf(),
                        sent.classes(),
                        sent.user(),
                        sent.splits(),
                        container.workDirectory());
        return new WorkerSpec(
                spec.rank(),
                spec.workers(),
                spec.start(),
                terms.identity(),
                spec.meeting(),
                List.of(),
                new JobSpec(environment, List.of(), spec.job().resources()));
    }

    /** How much of the job is done, from 0 to 1, as the driver last said. */
    float progress() {
        PoolWorker known = worker;
        return known == null ? 0 : known.progress();
    }

    /**
     * Waits for its end.
     *
     * @return whether it has ended
     * @throws IOException if it failed
     */
    boolean awaitEnd(Duration limit) throws IOException, InterruptedException {
        try {
            end.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            @Nullable Throwable cause = e.getCause();
            throw cause instanceof IOException known
                    ? known
                    : new IOException("worker " + rank + " of the gang failed: " + cause, cause);
        }
    }
}
