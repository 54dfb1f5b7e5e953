package io.millrace.workers.pool;

import io.millrace.engine.spill.RunIntake;
import io.millrace.workers.fork.AttemptJvm;
import io.millrace.workers.fork.wire.Order;
import io.millrace.workers.fork.wire.Report;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A slot of a worker. The attempt's thread uses it; the worker's own thread brings reports. An
 * interrupt of the attempt's thread does not harm the worker.
 */
final class WorkerSlot implements AttemptJvm {

    /** How long an attempt that is not wanted may take to stop, before its worker is ended. */
    private static final long UNDO_SECONDS = 10;

    private final WorkerJvm worker;
    private final int number;
    private final BlockingQueue<Optional<Report>> reports = new LinkedBlockingQueue<>();

    WorkerSlot(WorkerJvm worker, int number) {
        this.worker = worker;
        this.number = number;
    }

    WorkerJvm worker() {
        return worker;
    }

    @Override
    public String slotName() {
        return "millrace-worker-" + worker.rank() + "/slot-" + (number + 1);
    }

    @Override
    public void begin(Order.Run attempt, RunIntake runs) throws IOException {
        reports.clear();
        worker.send(number, attempt);
    }

    @Override
    public void send(Order order) throws IOException {
        worker.send(number, order);
    }

    @Override
    public Report receive() throws IOException {
        try {
            return taken(reports.take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the attempt was ended").initCause(e);
        }
    }

    private Report taken(Optional<Report> report) throws EOFException {
        if (report.isEmpty()) {
            reports.add(report); // also for the next call
            throw new EOFException("the worker has ended");
        }
        return report.get();
    }

    /** A report has come. */
    void add(Report report) {
        reports.add(Optional.of(report));
    }

    /** No more reports will come. */
    void end() {
        reports.add(Optional.empty());
    }

    /** The worker interrupts an attempt that runs. */
    @Override
    public boolean undo(boolean listens) {
        boolean interrupted = Thread.interrupted();
        try {
            send(new Order.Abort());
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(UNDO_SECONDS);
            while (true) {
                Optional<Report> next =
                        reports.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    return false;
                }
                if (taken(next) instanceof Report.Aborted) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String describeEnd(Path attemptLogs) {
        return worker.describeEnd(attemptLogs);
    }
}
