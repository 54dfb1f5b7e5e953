package io.millrace.engine.job.remote;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.trace.AttemptSpan;
import io.millrace.engine.trace.ForeignRound;
import io.millrace.engine.trace.ForeignSpan;
import io.millrace.engine.trace.ForeignWork;
import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Sampler;
import io.millrace.engine.trace.Span;
import io.millrace.engine.trace.Trace;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The engine's parts in a process that runs attempts of a job, but not the job. Thread-safe.
 *
 * @param parts its memory, plan, trace and sorters
 * @param sampler samples the trace while attempts run
 */
record TaskProcess(EngineParts parts, Sampler sampler, ExecutorService sortThreads)
        implements AutoCloseable {

    /**
     * Starts nothing before the first attempt.
     *
     * @param memory made for these resources; this closes it
     */
    static TaskProcess open(
            JobRecords job,
            JobShape shape,
            Settings settings,
            TaskResources resources,
            MemoryBudget memory) {
        Planner planner =
                new Planner(
                        resources.slots(),
                        resources.sortThreads(),
                        resources.slots(),
                        memory.maxBytes(),
                        resources.slabBytes());
        ExecutorService sortThreads = sortThreads(resources.sortThreads());
        EngineParts parts =
                new EngineParts(
                        job,
                        planner.plan(shape, resources.settings(settings)),
                        memory,
                        (guard, work) -> sortThreads.execute(job.carry(work)),
                        new Trace(job.name()));
        return new TaskProcess(parts, new Sampler(memory::heldBytes), sortThreads);
    }

    private static ExecutorService sortThreads(int count) {
        AtomicInteger number = new AtomicInteger();
        return Executors.newFixedThreadPool(
                count,
                work -> {
                    Thread thread = new Thread(work, "sort-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * The work since the last call, as seen by the calling attempt's thread.
     *
     * @param which of the spans that belong to no round of partial reduce
     */
    ForeignWork takeWork(Predicate<Span> which) {
        Trace trace = parts.trace();
        String own = Thread.currentThread().getName();
        long now = System.nanoTime();
        return new ForeignWork(
                trace.takeSpans(span -> !AttemptId.isRound(span.who()) && which.test(span)).stream()
                        .map(span -> ForeignSpan.of(span, own, now))
                        .toList(),
                trace.takeAttempts(Phase.PARTIAL_REDUCE).stream()
                        .map(round -> ForeignRound.of(round, spansOf(round), now))
                        .toList());
    }

    private List<Span> spansOf(AttemptSpan round) {
        return parts.trace().takeSpans(span -> span.who().equals(round.who()));
    }

    @Override
    public void close() {
        sortThreads.shutdown();
        parts.memory().close();
    }
}
