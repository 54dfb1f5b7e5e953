package io.millrace.hadoop.task;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.combine.CombinePlan;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.scope.UserScope;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.jspecify.annotations.Nullable;

/**
 * A job's partial reducer for one round, or for the output of one map attempt. For each partition,
 * the reducer sees the configuration and the id of that reduce task's first attempt, wherever it
 * runs. Thread-safe.
 */
final class PartialReduceCombiner implements Combiner {

    /** Partitions for which a reducer is kept: a configuration takes 100 KB or so. */
    private static final int MOST_KEPT = 16;

    private final JobEnvironment job;
    private final CombinePlan plan;
    private final UserScope scope;
    private final IntFunction<AttemptReporter> reporters;

    /** For the first partitions. Each has its own configuration, which takes time to copy. */
    private final Map<Integer, JobCombiner> reducers = new ConcurrentHashMap<>();

    /**
     * The partial reducer of a job.
     *
     * @param plan of the job's partial reducer, or of the combiner that serves as one
     * @param reporters for each partition, takes what it counts, and its signs of life
     */
    PartialReduceCombiner(
            JobEnvironment job,
            CombinePlan plan,
            UserScope scope,
            IntFunction<AttemptReporter> reporters) {
        this.job = job;
        this.plan = plan;
        this.scope = scope;
        this.reporters = reporters;
    }

    static AttemptStatus statusOf(JobEnvironment job, int partition) {
        return new AttemptStatus(
                new TaskAttemptID(new TaskID(job.id(), TaskType.REDUCE, partition), 0));
    }

    @Override
    public boolean isPartial() {
        return true;
    }

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        reducer(partition).combineRun(partition, sorted, out);
    }

    @Override
    public @Nullable Accumulator openAccumulator() {
        return reducer(0).openAccumulator();
    }

    private JobCombiner reducer(int partition) {
        return partition < MOST_KEPT
                ? reducers.computeIfAbsent(partition, this::newReducer)
                : newReducer(partition);
    }

    private JobCombiner newReducer(int partition) {
        AttemptStatus status = statusOf(job, partition);
        AttemptReporter reporter = reporters.apply(partition);
        JobConf conf = AttemptFrame.confOf(job, scope, TaskKind.REDUCE, status.id());
        Class<?> named = PartialReduce.in(conf);
        if (named == null) { // code that is known to share nothing
            return Objects.requireNonNull(
                    JobCombiner.of(conf, plan, status.id(), reporter, scope, part -> part, null));
        }
        conf.unset(MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS);
        return JobCombiner.partialReducer(
                conf,
                plan,
                named,
                status.id(),
                reporter,
                scope,
                part -> "partial reducer, " + part,
                job.classes().changeStatics(named) ? scope.oneAtATime() : null);
    }
}
