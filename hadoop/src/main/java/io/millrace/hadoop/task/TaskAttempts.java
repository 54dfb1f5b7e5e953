package io.millrace.hadoop.task;

import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.config.TaskRunner;
import io.millrace.hadoop.order.KeyOrders;
import io.millrace.hadoop.scope.UserScope;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTask;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.QuickSort;

/**
 * Makes the attempts of one job. Called by the job, on the threads that will run them. Thread-safe.
 */
public final class TaskAttempts {

    private final JobEnvironment job;
    private final UserScope scope;
    private final boolean fastPaths;
    private final boolean stock;

    public TaskAttempts(JobEnvironment job) {
        this.job = job;
        this.scope = new UserScope(job.user(), job.loader());
        this.fastPaths = TaskKeys.FAST_PATHS.in(job.conf()::get);
        this.stock = TaskKeys.RUNNER.in(job.conf()::get) == TaskRunner.STOCK;
    }

    /**
     * Runs a piece of the job's work as the job's user and with its class loader, on whatever
     * thread calls.
     */
    public <T> T perform(Callable<T> work) throws Exception {
        return scope.call(work);
    }

    /** A map attempt and what can be seen of it while it runs. */
    public MapAttempt newMapAttempt(AttemptGuard guard, AttemptStatus status) {
        AttemptFrame frame = new AttemptFrame(job, scope, guard, status);
        return stock ? new StockMapAttempt(frame) : new FastMapAttempt(frame);
    }

    /** A reduce attempt and what can be seen of it while it runs. */
    public ReduceAttempt newReduceAttempt(AttemptGuard guard, AttemptStatus status) {
        AttemptFrame frame = new AttemptFrame(job, scope, guard, status);
        return stock ? new StockReduceAttempt(frame) : new FastReduceAttempt(frame);
    }

    /** An instance of the job's key order for one thread of use. */
    public KeyOrder newKeyOrder() {
        return KeyOrders.of(job.conf(), fastPaths);
    }

    /** Whether the job has a combiner. */
    public boolean combines() {
        return JobCombiner.presentIn(job.conf());
    }

    /** Whether its combiner can be given one key at a time. */
    public boolean folds() {
        return JobCombiner.foldsIn(job.conf());
    }

    /**
     * Checks what can be checked of the job's classes before a task runs: that the map output key
     * has an order, and that the job asks for nothing that Millrace cannot do or stands in for
     * itself. Throws what the first task would.
     */
    public static void check(JobConf conf) {
        boolean fastPaths = TaskKeys.FAST_PATHS.in(conf::get);
        TaskKeys.RUNNER.in(conf::get);
        refusePipes(conf, "mapred.map.runner.class");
        refusePipes(conf, "mapred.reducer.class");
        if (conf.getNumReduceTasks() == 0) {
            return;
        }
        refusePlugIn(
                conf, MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, MapTask.MapOutputBuffer.class);
        refusePlugIn(conf, MRJobConfig.MAP_SORT_CLASS, QuickSort.class);
        refusePlugIn(conf, MRConfig.SHUFFLE_CONSUMER_PLUGIN, Shuffle.class);
        KeyOrders.of(conf, fastPaths);
    }

    private static void refusePipes(JobConf conf, String key) {
        String value = conf.getTrimmed(key, "");
        if (value.startsWith("org.apache.hadoop.mapred.pipes.")) {
            throw new IllegalArgumentException(
                    key
                            + " is "
                            + value
                            + "; Millrace runs no Hadoop Pipes jobs. "
                            + "Run this job with mapreduce.framework.name=yarn");
        }
    }

    private static void refusePlugIn(JobConf conf, String key, Class<?> hadoops) {
        String value = conf.getTrimmed(key, "");
        if (!List.of("", hadoops.getName()).contains(value)) {
            throw new IllegalArgumentException(
                    key
                            + " is "
                            + value
                            + "; Millrace collects, sorts and shuffles by itself "
                            + "and cannot use it. Leave it unset, or run this job with mapreduce.framework.name=local or yarn");
        }
    }
}
