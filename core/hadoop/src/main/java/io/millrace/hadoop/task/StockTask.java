package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.ties.SpillTerms;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.counters.DualReporter;
import io.millrace.hadoop.counters.HadoopReporter;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.plan.HadoopOrder;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.scope.UserScope;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * A task that Hadoop runs in its own JVM, as the engine and its plug-ins see it: the records and
 * the order of the job, its combiner and its partial reducer, and a collector of map output. The
 * task has the classes of its JVM to itself, as in a container. Thread-safe.
 */
public final class StockTask implements JobRecords {

    private final JobConf conf;
    private final TaskAttemptID attempt;
    private final HadoopReporter reporter;
    private final TaskPlan plan;
    private final UserScope scope;

    /** Held while a combiner runs, because Hadoop runs one combiner of a task at a time. */
    private final Object oneCombiner = new Object();

    /**
     * The task of that attempt.
     *
     * @param conf of the task, with the job's class loader and credentials
     * @param reporter of the task
     * @throws ClassCastException if the map output key has no order, as in Hadoop
     */
    public StockTask(JobConf conf, TaskAttemptID attempt, Reporter reporter) throws IOException {
        this.conf = conf;
        this.attempt = attempt;
        this.reporter = new HadoopReporter(reporter);
        plan = TaskPlan.of(conf, FormatRegistry.loaded(), List.of(), false);
        scope =
                new UserScope(
                        UserGroupInformation.getCurrentUser(),
                        conf,
                        new Object(),
                        null,
                        null,
                        reporter::progress);
    }

    @Override
    public String name() {
        return attempt.getJobID().toString();
    }

    @Override
    public int reduceTasks() {
        return conf.getNumReduceTasks();
    }

    @Override
    public KeyOrder newKeyOrder() {
        return KeyOrders.of(conf, plan.orders(), new Heartbeat(reporter));
    }

    @Override
    public Runnable carry(Runnable work) {
        return () -> {
            try {
                scope.call(Executors.callable(work));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(attempt + " could not use another thread", e);
            }
        };
    }

    @Override
    public SpillTerms spillTerms() {
        return HadoopOrder.spills(conf);
    }

    @Override
    public byte @Nullable [] spillKey() {
        return TokenCache.getEncryptedSpillKey(conf.getCredentials());
    }

    /** The job's shape for the planner, as far as this task knows it. */
    public JobShape shape() {
        return JobShape.of(1, reduceTasks())
                .combining(plan.combiner().use())
                .ordered(newKeyOrder())
                .with(Trait.COMPRESSES, conf.getCompressMapOutput());
    }

    /** The class of the job's combiner; null if it has none. */
    public @Nullable String combinerName() {
        return plan.combiner().combiner();
    }

    /** The job's combiner for this task; null if it has none. */
    public @Nullable Combiner combiner() {
        return combiner(reporter);
    }

    /**
     * The job's combiner for work of this task whose results may be dropped; null if it has none.
     *
     * @param counts takes what the combiner counts
     */
    public @Nullable Combiner combiner(DualReporter counts) {
        return JobCombiner.of(
                conf, plan.combiner(), attempt, counts, scope, this::place, oneCombiner);
    }

    /**
     * Whether the job names no partial reducer, and its combiner can serve as one: what the reducer
     * puts out stays the same.
     */
    public boolean combinerServes() {
        return plan.combinerServes() && newKeyOrder().distinguishesBytes();
    }

    /**
     * The job's partial reducer for this reduce task; null if it names none.
     *
     * @param counts takes what the partial reducer counts
     */
    public @Nullable Combiner partialReducer(DualReporter counts) {
        Class<?> type = PartialReduce.in(conf);
        if (type == null) {
            return null;
        }
        JobConf own = new JobConf(conf);
        own.setClassLoader(conf.getClassLoader());
        own.unset(MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS);
        UnaryOperator<String> place = part -> place("partial reducer, " + part);
        return JobCombiner.partialReducer(
                own, plan.partialReducer(), type, attempt, counts, scope, place, oneCombiner);
    }

    private String place(String part) {
        return attempt + " (" + part + ")";
    }

    /** A collector of this map task's output, which writes to {@code sink}. */
    public MapCollector collector(RecordSink sink, AttemptGuard guard) throws IOException {
        return new MapCollector(conf, plan, sink, guard, MapOutputCounts.of(reporter));
    }

    /** Reports progress once in many comparisons. Used by one thread. */
    private static final class Heartbeat implements Runnable {

        private static final int COMPARISONS = 4096;

        private final Reporter reporter;
        private int left = COMPARISONS;

        Heartbeat(Reporter reporter) {
            this.reporter = reporter;
        }

        @Override
        public void run() {
            if (--left == 0) {
                left = COMPARISONS;
                reporter.progress();
            }
        }
    }
}
