package io.millrace.engine.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples the running jobs, fifty times a second: the phase of each attempt's loop each time,
 * memory every fifth time. It has a thread only while jobs run. Thread-safe.
 */
public final class Sampler {

    /** Waking a thread takes about 50 µs of processor time on virtual machines. */
    private static final long PACE_NANOS = 20_000_000;

    private static final int LOOKS_PER_MEMORY = 5;

    private final LongSupplier heldBytes;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final List<Trace> traces = new ArrayList<>();

    @GuardedBy("lock")
    private @Nullable Thread thread;

    /**
     * A sampler without jobs.
     *
     * @param heldBytes supplies the record memory taken now
     */
    public Sampler(LongSupplier heldBytes) {
        this.heldBytes = heldBytes;
    }

    /** Starts sampling this job. */
    public void add(Trace trace) {
        trace.sampleMemory(heldBytes.getAsLong());
        synchronized (lock) {
            traces.add(trace);
            if (thread == null) {
                thread = new Thread(null, this::run, "millrace-sampler", 0, false);
                thread.setDaemon(true);
                thread.setContextClassLoader(Sampler.class.getClassLoader());
                thread.start();
            }
        }
    }

    /** Stops sampling this job. */
    public void remove(Trace trace) {
        synchronized (lock) {
            traces.remove(trace);
            lock.notifyAll();
        }
        trace.sampleMemory(heldBytes.getAsLong());
    }

    private void run() {
        long due = System.nanoTime();
        for (long look = 0; ; look++) {
            due = Math.max(due + PACE_NANOS, System.nanoTime());
            List<Trace> running = runningAt(due);
            if (running.isEmpty()) {
                return;
            }
            running.forEach(Trace::look);
            if (look % LOOKS_PER_MEMORY == 0) {
                long held = heldBytes.getAsLong();
                running.forEach(trace -> trace.sampleMemory(held));
            }
        }
    }

    /** The jobs that run at that time. When none is left, the list is empty and the thread ends. */
    private List<Trace> runningAt(long nanos) {
        synchronized (lock) {
            try {
                for (long left = nanos - System.nanoTime();
                        left > 0 && !traces.isEmpty();
                        left = nanos - System.nanoTime()) {
                    TimeUnit.NANOSECONDS.timedWait(lock, left);
                }
            } catch (InterruptedException e) {
                // The engine owns the thread: no code has a reason to interrupt it.
            }
            if (traces.isEmpty()) {
                thread = null;
            }
            return List.copyOf(traces);
        }
    }
}
