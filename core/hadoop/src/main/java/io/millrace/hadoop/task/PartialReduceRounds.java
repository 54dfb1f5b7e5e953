package io.millrace.hadoop.task;

import io.millrace.engine.job.partial.PartialReducer;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.scope.UserScope;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapred.Counters;

/**
 * Runs a job's partial reducer. A round has a copy of the job's classes of its own, as an attempt
 * has; for each partition the reducer sees the configuration and the id of that reduce task's first
 * attempt. Thread-safe.
 */
public final class PartialReduceRounds implements PartialReducer {

    private final JobEnvironment job;
    private final TaskAttempts attempts;
    private final Counted counted;

    /** Takes what a round counted whose results are used. */
    @FunctionalInterface
    public interface Counted {

        /** Adds the counts for one partition. */
        void add(int partition, Counters counts);
    }

    /** Rounds of one job. */
    public PartialReduceRounds(JobEnvironment job, TaskAttempts attempts, Counted counted) {
        this.job = job;
        this.attempts = attempts;
        this.counted = counted;
    }

    @Override
    public void perform(AttemptGuard guard, Round work) throws Exception {
        AttemptId round = guard.attempt();
        AttemptStatus status = PartialReduceCombiner.statusOf(job, 0);
        try {
            attempts.perform(
                    round,
                    status,
                    null,
                    () -> {
                        UserScope scope = Objects.requireNonNull(UserScope.current());
                        Map<Integer, Counters> counts = new ConcurrentHashMap<>();
                        if (work.with(
                                new PartialReduceCombiner(
                                        job,
                                        attempts.plan().partialReducer(),
                                        scope,
                                        partition -> reporter(counts, partition, status)))) {
                            counts.forEach(counted::add);
                        }
                        return true;
                    });
        } finally {
            attempts.ended(round, true);
        }
    }

    private static AttemptReporter reporter(
            Map<Integer, Counters> counts, int partition, AttemptStatus status) {
        return new AttemptReporter(
                counts.computeIfAbsent(partition, each -> new Counters()),
                Integer.MAX_VALUE,
                status);
    }
}
