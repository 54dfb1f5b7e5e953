package io.millrace.cluster.reduce;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.partial.RoundPolicy;
import io.millrace.engine.job.remote.AttemptInput;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.partial.PartialBatch;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import java.time.Duration;
import org.apache.hadoop.mapred.Reporter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rounds of partial reduce over the map outputs of a reduce task that have been fetched, one round
 * at a time, on their own thread (MapReduce with Communication Overlap, Ahmad et al. 2007, section
 * 3.3).
 *
 * <p>A round starts when enough outputs wait and it is the task's {@link NodeLock}, or when memory
 * is short. It gives way to fetchers that decode. A round that has not ended when all outputs have
 * come is dropped. A partial reducer that breaks its rules, fails, or stands still while memory is
 * short is not called again: the job's reducer does without it. Thread-safe.
 */
final class EagerRounds {

    private static final Logger LOG = LoggerFactory.getLogger(EagerRounds.class);

    /** How long a round that was dropped may take to notice. */
    private static final Duration NOTICE = Duration.ofSeconds(2);

    /** How long a round may read nothing while others wait for memory. */
    private static final Duration STANDSTILL = Duration.ofSeconds(5);

    private static final long LOOK_MILLIS = 1000;

    /** How long a round waits until it asks for its turn again: nobody tells when it is free. */
    private static final long TURN_MILLIS = 100;

    private final AttemptInput input;
    private final @Nullable RoundTerms terms;
    private final FetchActivity fetchers;
    private final NodeLock lock;
    private final Reporter reporter;
    private final Thread thread;

    @GuardedBy("this")
    private int committed;

    @GuardedBy("this")
    private int rounds;

    /** Whether a thread waits for a round that frees memory. */
    @GuardedBy("this")
    private boolean pressed;

    @GuardedBy("this")
    private boolean ended;

    @GuardedBy("this")
    private boolean leftBehind;

    @GuardedBy("this")
    private @Nullable Round running;

    private record Round(
            AttemptGuard guard, RoundCounts counts, GuardedReducer reducer, int level) {}

    /**
     * @param terms null if there is no partial reducer
     * @param lock owned from now on
     */
    EagerRounds(
            AttemptInput input,
            @Nullable RoundTerms terms,
            FetchActivity fetchers,
            NodeLock lock,
            Reporter reporter) {
        this.input = input;
        this.terms = terms;
        this.fetchers = fetchers;
        this.lock = lock;
        this.reporter = reporter;
        thread = new Thread(this::run, "millrace-partial-reduce");
        thread.setDaemon(true);
    }

    void start() {
        if (terms == null) {
            synchronized (this) {
                ended = true;
            }
        } else {
            thread.start();
        }
    }

    /** A map output has been published. */
    synchronized void mapCommitted() {
        committed++;
        notifyAll();
    }

    /**
     * Waits for a round that frees memory, if there is a partial reducer and enough to reduce. A
     * round that stands still ends partial reduce.
     */
    synchronized void relieve() throws InterruptedException {
        pressed = true;
        notifyAll();
        long lastRead = -1;
        long since = System.nanoTime();
        while (pressed && !ended) {
            wait(LOOK_MILLIS);
            long read = running == null ? -1 : running.reducer.recordsRead();
            if (read != lastRead) {
                lastRead = read;
                since = System.nanoTime();
            } else if (running != null && System.nanoTime() - since > STANDSTILL.toNanos()) {
                giveUp("stands still while memory is short", null);
            }
        }
        pressed = false;
    }

    private void run() {
        RoundTerms known = terms;
        if (known == null) {
            return;
        }
        try {
            for (Round round = next(known); round != null; round = next(known)) {
                perform(round);
                reporter.progress();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a round that is due; null at the end. */
    private synchronized @Nullable Round next(RoundTerms known) throws InterruptedException {
        while (!ended) {
            int level = dueLevel(known);
            if (level != RoundPolicy.NO_LEVEL && (pressed || lock.take())) {
                Round round = newRound(known, level);
                running = round;
                return round;
            }
            pressed = false;
            notifyAll();
            wait(level == RoundPolicy.NO_LEVEL ? 0 : TURN_MILLIS);
        }
        return null;
    }

    @GuardedBy("this")
    private Round newRound(RoundTerms known, int level) {
        AttemptGuard guard = new AttemptGuard(AttemptId.partial(rounds++));
        RoundCounts counts = new RoundCounts(reporter);
        Combiner reducer = known.reducer().apply(counts.reporter());
        return new Round(guard, counts, new GuardedReducer(reducer, guard, fetchers), level);
    }

    /** How often those records were reduced that the next round should work on. */
    @GuardedBy("this")
    private int dueLevel(RoundTerms known) {
        if (pressed) {
            return RoundPolicy.levelThatFreesMemory(
                    input::waiting, level -> true, input.maxBytes());
        }
        return known.policy().starts(committed, input.waiting(0).outputs(), rounds)
                ? 0
                : RoundPolicy.NO_LEVEL;
    }

    private void perform(Round round) {
        try {
            PartialBatch batch =
                    input.openBatch(
                            round.level,
                            RoundPolicy.mostBytes(input.maxBytes(), input.heldBytes()));
            if (batch != null) {
                try (batch) {
                    if (batch.reduce(round.guard, round.reducer, 0, 1, () -> true).published()) {
                        reporter.incrCounter("Millrace Partial Reduce", "Batches", 1);
                        round.counts.publish();
                        endUnlessItPays();
                    }
                }
            }
        } catch (Throwable e) { // the job's own code
            if (!round.guard.revoked()) {
                synchronized (this) {
                    giveUp("failed", e);
                }
            }
        } finally {
            lock.giveBack();
            synchronized (this) {
                running = null;
                pressed = false;
                notifyAll();
            }
        }
    }

    private synchronized void endUnlessItPays() {
        if (!input.usefulWork().continues()) {
            stop();
        }
    }

    @GuardedBy("this")
    private void giveUp(String why, @Nullable Throwable cause) {
        LOG.warn(
                "The partial reducer {} {}; the task continues without it",
                terms == null ? "" : terms.name(),
                why,
                cause);
        stop();
    }

    /** Drops the round that runs. */
    @GuardedBy("this")
    private void stop() {
        ended = true;
        lock.giveBack();
        Round dropped = running;
        if (dropped != null) {
            dropped.guard.leaveBehind();
            // Not the thread itself: it has stopped calling the job's code.
            if (!Thread.currentThread().equals(thread)) {
                thread.interrupt();
            }
        }
        notifyAll();
    }

    /**
     * Drops the round that runs, and waits a little for its end: its memory is the task's. May be
     * called twice.
     */
    void end() throws InterruptedException {
        synchronized (this) {
            stop();
            lock.close();
            if (leftBehind) {
                return;
            }
        }
        thread.join(NOTICE.toMillis());
        if (thread.isAlive()) {
            synchronized (this) {
                leftBehind = true;
            }
            LOG.warn("The partial reducer did not stop; its thread is left behind");
        }
    }
}
