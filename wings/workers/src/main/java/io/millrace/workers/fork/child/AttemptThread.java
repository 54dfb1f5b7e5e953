package io.millrace.workers.fork.child;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.Thrown;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.workers.fork.wire.CounterValues;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Carries out orders, one after the other, on a separate thread, and reports the results; while an
 * attempt runs, another thread reports its status. If a report cannot be sent, or an error prevents
 * the next one, the JVM ends.
 */
public final class AttemptThread {

    private static final long REPORT_MILLIS = 200;

    private final AttemptRunner runner;
    private final Reports reports;
    private final AttemptStreams streams;
    private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private final Object reporting = new Object();

    /** The status of the attempt that runs. */
    @GuardedBy("reporting")
    private @Nullable AttemptStatus running;

    /** The way of reports to the process of the job. Thread-safe. */
    @FunctionalInterface
    public interface Reports {
        void send(Report report) throws IOException;
    }

    /** The target of all output that the JVM prints. */
    public interface AttemptStreams {

        /** All output belongs to one attempt from now on, whose directory for logs this is. */
        void begin(Path logs) throws IOException;

        /** Output belongs to no attempt from now on. */
        void end() throws IOException;
    }

    public AttemptThread(AttemptRunner runner, Reports reports, AttemptStreams streams) {
        this.runner = runner;
        this.reports = reports;
        this.streams = streams;
    }

    /**
     * Starts the threads.
     *
     * @param name of the thread that runs attempts
     */
    public void start(String name) {
        daemon(name, this::carryOutAll).start();
        daemon("millrace-report", this::reportNowAndThen).start();
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Appends an order to the queue. One to abort also interrupts an attempt that runs. */
    public void carryOut(Order order) {
        if (order instanceof Order.Abort) {
            runner.interrupt();
        }
        orders.add(order);
    }

    private void carryOutAll() {
        try {
            while (true) {
                carryOutOne(orders.take());
                Thread.interrupted(); // user code may have left an interrupt behind
            }
        } catch (Throwable e) { // the edge of user code; out of memory, for instance
            e.printStackTrace();
            JobConnection.endAtOnce();
        }
    }

    private void carryOutOne(Order order) throws Exception {
        if (order instanceof Order.Run run) {
            AttemptStatus status = new AttemptStatus(run.id());
            streams.begin(run.logs());
            watch(status);
            tell(() -> new Report.Ran(runner.run(run, status)), status);
        } else if (order instanceof Order.Commit) {
            AttemptStatus status = watched();
            boolean committed =
                    tell(
                            () -> {
                                runner.commit();
                                return new Report.Committed();
                            },
                            status);
            if (committed) {
                streams.end();
            }
        } else if (order instanceof Order.Abort) {
            watch(null);
            runner.abort();
            streams.end();
            reports.send(new Report.Aborted());
        }
    }

    /** Work of an attempt; returns the report of its success. */
    private interface Step {
        Report take() throws Exception;
    }

    private boolean tell(Step step, @Nullable AttemptStatus status) throws IOException {
        Report result;
        boolean succeeded = false;
        try {
            result = step.take();
            succeeded = true;
        } catch (Throwable e) { // the edge of user code
            result = failure(runner.explain(Thrown.sound(e)));
        }
        Thread.interrupted(); // an interrupt would close the connection
        ForeignWork work = runner.takeWork();
        if (!work.isEmpty()) {
            reports.send(new Report.Work(work));
        }
        synchronized (reporting) {
            if (status != null) {
                reports.send(state(status));
            }
            if (!succeeded || result instanceof Report.Committed) {
                running = null;
            }
        }
        reports.send(result);
        return succeeded;
    }

    private static Report failure(Throwable failure) {
        return failure instanceof AttemptDiscardedException
                ? new Report.Discarded(String.valueOf(failure.getMessage()))
                : new Report.Failed(failure);
    }

    private void watch(@Nullable AttemptStatus status) {
        synchronized (reporting) {
            running = status;
        }
    }

    private @Nullable AttemptStatus watched() {
        synchronized (reporting) {
            return running;
        }
    }

    private void reportNowAndThen() {
        try {
            while (true) {
                Thread.sleep(REPORT_MILLIS);
                synchronized (reporting) {
                    if (running != null && running.takeActive()) {
                        reports.send(state(running));
                    }
                }
            }
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            e.printStackTrace();
            JobConnection.endAtOnce();
        }
    }

    private static Report.State state(AttemptStatus status) {
        return new Report.State(
                status.progress(), status.text(), CounterValues.of(status.counters()));
    }
}
