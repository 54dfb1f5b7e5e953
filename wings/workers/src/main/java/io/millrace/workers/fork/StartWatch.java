package io.millrace.workers.fork;

import io.millrace.exchange.config.ExchangeKeys;
import io.millrace.exchange.gang.Threads;
import java.time.Duration;

/**
 * Watches the start of a JVM from the fork on, and ends a JVM that is late. A JVM that cannot send
 * a sign of life yet shows by its processor time that it works: each second in which it takes none
 * counts against its limit. So a JVM that was stopped is ended soon, and a JVM that a busy machine
 * delays is not. A JVM that works without ever connecting has ten times as long.
 *
 * <p>Seconds are those in which this process runs, as with {@link
 * io.millrace.workers.fork.wire.SilenceWatch}. Thread-safe.
 */
final class StartWatch implements AutoCloseable {

    private static final long SECOND_MILLIS = 1000;
    private static final int LONGEST = 10;

    private final Process process;
    private final int limit;
    private final Thread thread;
    private volatile String verdict = "";

    /**
     * Watches until it is closed.
     *
     * @param limit how many seconds the JVM may stand still
     */
    StartWatch(String name, Process process, int limit) {
        this.process = process;
        this.limit = limit;
        this.thread = Threads.create("millrace-start-watch-" + name, this::watch);
        thread.start();
    }

    private void watch() {
        try {
            Duration before = Duration.ZERO;
            int still = 0;
            for (int passed = 1; still < limit && passed < LONGEST * limit; passed++) {
                Thread.sleep(SECOND_MILLIS);
                Duration now = processorTime();
                still += now.equals(before) ? 1 : 0;
                before = now;
            }
            verdict = still < limit ? unconnected() : stoodStill();
            process.destroyForcibly();
        } catch (InterruptedException e) {
            // The start is over.
        }
    }

    /** Zero if the system does not tell it; the JVM then has to start within the limit. */
    private Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private String stoodStill() {
        return "process %d stood still for %d s of its start (%s), and was ended"
                .formatted(process.pid(), limit, ExchangeKeys.SILENCE_SECONDS);
    }

    private String unconnected() {
        return "process %d did not connect within %d s (ten times %s), and was ended"
                .formatted(process.pid(), LONGEST * limit, ExchangeKeys.SILENCE_SECONDS);
    }

    /** Why it ended the JVM; empty if it did not. */
    String verdict() {
        return verdict;
    }

    @Override
    public void close() {
        thread.interrupt();
        Threads.join(thread);
    }
}
