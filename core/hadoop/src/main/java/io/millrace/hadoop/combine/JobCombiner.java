package io.millrace.hadoop.combine;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.formats.record.CursorIterator;
import io.millrace.hadoop.counters.AttemptException;
import io.millrace.hadoop.counters.DualReporter;
import io.millrace.hadoop.counters.PlainCounter;
import io.millrace.hadoop.group.GroupContext;
import io.millrace.hadoop.group.GroupedValues;
import io.millrace.hadoop.scope.UserScope;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The job's combiner for one attempt. Each partition of each run has its own combiner instance, as
 * in Hadoop, which runs as the job's user on the calling engine thread. An old-API combiner takes
 * precedence over a new-API one, whichever API the job uses.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // a job's classes are known only at run time
public final class JobCombiner implements Combiner {

    private static final String OLD_COMBINER = "mapred.combiner.class";

    private final CombineSettings settings;
    private final TaskAttemptID attempt;
    private final DualReporter reporter;
    private final CombineCounts counts;
    private final UserScope scope;
    private final UnaryOperator<String> place;
    private final @Nullable Object lock;

    private JobCombiner(
            CombineSettings settings,
            TaskAttemptID attempt,
            DualReporter reporter,
            CombineCounts counts,
            UserScope scope,
            UnaryOperator<String> place,
            @Nullable Object lock) {
        this.settings = settings;
        this.attempt = attempt;
        this.reporter = reporter;
        this.counts = counts;
        this.scope = scope;
        this.place = place;
        this.lock = lock;
    }

    /**
     * The combiner that {@code conf} names; null if it names none or does not need it.
     *
     * @param plan how the combiner runs
     * @param place creates the start of a message, with the attempt's position, from the attempt's
     *     current part
     * @param lock held while the combiner's code runs, if it must not run concurrently
     */
    public static @Nullable JobCombiner of(
            JobConf conf,
            CombinePlan plan,
            TaskAttemptID attempt,
            DualReporter reporter,
            UserScope scope,
            UnaryOperator<String> place,
            @Nullable Object lock) {
        Class<?> type = plan.combines() ? classIn(conf) : null;
        return type != null
                ? new JobCombiner(
                        new CombineSettings(conf, plan, type),
                        attempt,
                        reporter,
                        new CombineCounts(reporter),
                        scope,
                        part -> place.apply("combiner, " + part),
                        lock)
                : null;
    }

    /**
     * A job's partial reducer, which works as a combiner does, on committed map outputs.
     *
     * @param conf of the attempt that it works for; groups are what its combiner would see
     * @param plan how combiners of the job work
     * @param type the partial reducer's class, of either API
     * @param place as for {@link #of}
     */
    public static JobCombiner partialReducer(
            JobConf conf,
            CombinePlan plan,
            Class<?> type,
            TaskAttemptID attempt,
            DualReporter reporter,
            UserScope scope,
            UnaryOperator<String> place,
            @Nullable Object lock) {
        return new JobCombiner(
                new CombineSettings(conf, plan, type),
                attempt,
                reporter,
                CombineCounts.ofPartialReduce(reporter),
                scope,
                place,
                lock);
    }

    /** Whether the configuration names a combiner of either API. Does not load its class. */
    public static boolean isNamedIn(Configuration conf) {
        return conf.get(OLD_COMBINER) != null || conf.get(MRJobConfig.COMBINE_CLASS_ATTR) != null;
    }

    /** The class of the job's combiner, or null if it has none. */
    public static @Nullable Class<?> classIn(JobConf conf) {
        Class<?> old = conf.getCombinerClass();
        return old != null ? old : conf.getClass(MRJobConfig.COMBINE_CLASS_ATTR, null);
    }

    @Override
    public void combineRun(int partition, RecordCursor sorted, RecordSink out)
            throws IOException, InterruptedException {
        inScope(
                partition,
                () -> {
                    PlainCounter input = new PlainCounter();
                    CombineOutput output = new CombineOutput(settings, partition, out);
                    try (output) {
                        if (settings.oldClass != null) {
                            runOld(settings.oldClass, sorted, output, input);
                        } else if (settings.newClass != null) {
                            runNew(settings.newClass, sorted, output, input);
                        }
                    } finally {
                        counts.add(input.take(), output.records());
                    }
                    return null;
                });
    }

    private void runOld(
            Class<? extends org.apache.hadoop.mapred.Reducer> type,
            RecordCursor sorted,
            CombineOutput output,
            PlainCounter input)
            throws IOException {
        org.apache.hadoop.mapred.Reducer combiner =
                ReflectionUtils.newInstance(type, settings.conf);
        try (combiner) {
            GroupedValues<Object, Object> values =
                    new GroupedValues<>(
                            sorted, settings.grouping(), settings.deserializer(), input, reporter);
            while (values.hasGroup()) {
                combiner.reduce(values.key(), values, output, reporter);
                values.nextGroup();
            }
        }
    }

    private void runNew(
            Class<? extends Reducer> type,
            RecordCursor sorted,
            CombineOutput output,
            PlainCounter input)
            throws IOException, InterruptedException {
        Reducer combiner = ReflectionUtils.newInstance(type, settings.conf);
        combiner.run(new WrappedReducer().getReducerContext(contextOver(sorted, output, input)));
    }

    private ReduceContext contextOver(RecordCursor sorted, CombineOutput output, PlainCounter input)
            throws IOException, InterruptedException {
        DoubleConsumer progress = share -> reporter.progress();
        return settings.plan.groupContext()
                ? new GroupContext(
                        settings.conf,
                        attempt,
                        sorted,
                        progress,
                        settings.groups(),
                        settings.deserializer(),
                        new PlainCounter(),
                        input,
                        output,
                        null,
                        reporter)
                : new ReduceContextImpl(
                        settings.conf,
                        attempt,
                        new CursorIterator(sorted, progress),
                        null,
                        input,
                        output,
                        null,
                        reporter,
                        settings.grouping(),
                        settings.keyClass,
                        settings.valueClass);
    }

    @Override
    public @Nullable Accumulator openAccumulator() {
        Function<CombineCounts, Accumulator> accumulator = settings.plan.accumulator();
        return accumulator == null ? null : accumulator.apply(counts);
    }

    /** Runs user code as the job's user; a failure names the attempt and partition. */
    private <T extends @Nullable Object> T inScope(int partition, Callable<T> work)
            throws IOException, InterruptedException {
        try {
            return lock == null ? scope.call(work) : scope.call(() -> alone(lock, work));
        } catch (InterruptedException | AttemptException e) {
            throw e;
        } catch (Throwable e) {
            throw failed(partition, e);
        }
    }

    private static <T extends @Nullable Object> T alone(Object lock, Callable<T> work)
            throws Exception {
        synchronized (lock) {
            return work.call();
        }
    }

    private AttemptException failed(int partition, Throwable cause) {
        return new AttemptException(place.apply("partition " + partition), cause);
    }
}
