package io.millrace.hadoop.task;

import io.millrace.engine.job.PartialReducer;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.scope.UserScope;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.Counters;

/**
 * Runs a job's partial reducer. A round has a copy of the job's classes of its own, as an attempt
 * has; for each partition the reducer sees the configuration and the id of that reduce task's first
 * attempt. Thread-safe.
 */
public final class PartialReduceRounds implements PartialReducer {

    private final JobEnvironment job;
    private final TaskAttempts attempts;
    private final Consumer<Counters> counted;

    /**
     * Rounds of one job.
     *
     * @param counted takes what a round counted whose results are used
     */
    public PartialReduceRounds(
            JobEnvironment job, TaskAttempts attempts, Consumer<Counters> counted) {
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
                        if (work.with(
                                new PartialReduceCombiner(
                                        job,
                                        attempts.plan().partialReducer(),
                                        scope,
                                        new AttemptReporter(
                                                status.counters(), Integer.MAX_VALUE, status)))) {
                            counted.accept(status.counters());
                        }
                        return true;
                    });
        } finally {
            attempts.ended(round, true);
        }
    }
}
