package io.millrace.hadoop.task;

import io.millrace.engine.job.PartialReducer;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.scope.UserScope;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;

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
        AttemptStatus status = statusOf(0);
        try {
            attempts.perform(
                    round,
                    status,
                    null,
                    () -> {
                        if (work.with(over(status))) {
                            counted.accept(status.counters());
                        }
                        return true;
                    });
        } finally {
            attempts.ended(round, true);
        }
    }

    private AttemptStatus statusOf(int partition) {
        return new AttemptStatus(
                new TaskAttemptID(new TaskID(job.id(), TaskType.REDUCE, partition), 0));
    }

    /** Calls the reducer; all that it counts in a round is counted in one place. */
    private Combiner over(AttemptStatus round) {
        UserScope scope = Objects.requireNonNull(UserScope.current());
        return (partition, records, out) -> {
            AttemptStatus status = statusOf(partition);
            JobConf conf = AttemptFrame.confOf(job, scope, TaskKind.REDUCE, status.id());
            conf.unset(MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS);
            Class<?> type = Objects.requireNonNull(PartialReduce.in(conf));
            JobCombiner.partialReducer(
                            conf,
                            attempts.plan().combiner(),
                            type,
                            status.id(),
                            new AttemptReporter(round.counters(), Integer.MAX_VALUE, status),
                            scope,
                            part -> "partial reducer, " + part,
                            job.classes().changeStatics(type) ? scope.oneAtATime() : null)
                    .combineRun(partition, records, out);
        };
    }
}
