package io.millrace.cluster.reduce;

import io.millrace.cluster.task.HadoopMembers;
import io.millrace.cluster.task.TaskDirectories;
import io.millrace.cluster.task.TaskEngine;
import io.millrace.engine.job.remote.AttemptEngine;
import io.millrace.engine.job.remote.AttemptInput;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.PartialReduceMode;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.task.StockTask;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the engine for a reduce task of Hadoop's. */
public final class ReduceInput {

    private static final Logger LOG = LoggerFactory.getLogger(ReduceInput.class);

    private ReduceInput() {}

    /**
     * Opens a merge for a reduce task.
     *
     * @param onFailure takes failures of other threads, which fail the attempt
     * @throws IOException if this Hadoop or this task's settings do not allow it
     */
    public static <K, V> EngineMerge<K, V> open(
            ShuffleConsumerPlugin.Context<K, V> context, Consumer<Throwable> onFailure)
            throws IOException {
        HadoopMembers.REDUCE_SIDE.check();
        Deque<Closeable> opened = new ArrayDeque<>();
        boolean whole = false;
        try {
            EngineMerge<K, V> merge = open(context, onFailure, opened);
            whole = true;
            return merge;
        } finally {
            while (!whole && !opened.isEmpty()) {
                opened.pop().close();
            }
        }
    }

    private static <K, V> EngineMerge<K, V> open(
            ShuffleConsumerPlugin.Context<K, V> context,
            Consumer<Throwable> onFailure,
            Deque<Closeable> opened)
            throws IOException {
        JobConf conf = context.getJobConf();
        TaskAttemptID id = context.getReduceTask().getTaskID();
        StockTask job = new StockTask(conf, id, context.getReporter());
        InputMemory wanted = InputMemory.of(conf);
        TaskDirectories directories = TaskDirectories.create(conf, id);
        opened.push(directories);
        RoundTerms terms = terms(context, job);
        JobShape shape = terms == null ? job.shape() : job.shape().withPartialReducer();
        AttemptEngine engine =
                TaskEngine.open(new OnePartition(job), shape, ofOneTask(conf), wanted.most());
        opened.push(engine::close);
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.REDUCE, 0, id.getId()));
        AttemptInput input = engine.receive(guard, directories.paths());
        opened.push(input);
        InputMemory memory = wanted.within(input.maxBytes());
        FetchActivity fetchers = new FetchActivity(Runtime.getRuntime().availableProcessors());
        NodeLock lock =
                new NodeLock(staggers(conf, terms) ? NodeLock.fileOf(conf, id.getJobID()) : null);
        EagerRounds rounds = new EagerRounds(input, terms, fetchers, lock, context.getReporter());
        DiskMerges merges = new DiskMerges(input, memory, rounds, onFailure);
        rounds.start();
        merges.start();
        log(memory, shape, terms);
        return new EngineMerge<>(
                context, directories, engine, input, memory, fetchers, rounds, merges);
    }

    /**
     * Hadoop's shuffle promises no order of equal keys, and {@link #terms} say whether there are
     * rounds.
     */
    private static JobConf ofOneTask(JobConf conf) {
        JobConf own = new JobConf(conf);
        own.unset(EngineKeys.SORT_TIES.name());
        own.unset(EngineKeys.PARTIAL_REDUCE.name());
        return own;
    }

    /**
     * A partial reducer works as soon as map outputs wait. A combiner works when memory is short:
     * one of the old API, as in Hadoop, which calls it when it moves map outputs from memory to
     * disk, or one of any API that changes nothing for the reducer.
     */
    private static @Nullable RoundTerms terms(
            ShuffleConsumerPlugin.Context<?, ?> context, StockTask job) {
        JobConf conf = context.getJobConf();
        PartialReduceMode mode = EngineKeys.PARTIAL_REDUCE.in(conf::get);
        Class<?> named = PartialReduce.in(conf);
        if (named != null && mode != PartialReduceMode.NEVER) {
            return RoundTerms.of(
                    counts -> Objects.requireNonNull(job.partialReducer(counts)),
                    named.getName(),
                    mode != PartialReduceMode.SHORT,
                    conf);
        }
        boolean serves = job.combinerServes() && mode != PartialReduceMode.NEVER;
        String combiner = job.combinerName();
        if (combiner == null || (context.getCombinerClass() == null && !serves)) {
            return null;
        }
        return RoundTerms.of(
                counts -> Objects.requireNonNull(job.combiner(counts)),
                combiner,
                serves && mode == PartialReduceMode.EAGER,
                conf);
    }

    private static boolean staggers(JobConf conf, @Nullable RoundTerms terms) {
        return terms != null && terms.eager() && EngineKeys.PARTIAL_STAGGER.in(conf::get);
    }

    private static void log(InputMemory memory, JobShape shape, @Nullable RoundTerms terms) {
        String reducer =
                terms == null
                        ? "there is no partial reducer"
                        : terms.eager()
                                ? "reduces partially with " + terms.name()
                                : "combines with " + terms.name() + " when memory is short";
        LOG.info(
                "Millrace merges the input of this reduce task: memory {} ({}), of which {} may stay in use by the reducer ({}), {}, {}",
                megabytes(memory.most()),
                MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT,
                megabytes(memory.kept()),
                MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT,
                shape.prefixed()
                        ? "compares prefixes of keys"
                        : "compares with the job's comparator",
                reducer);
    }

    private static String megabytes(long bytes) {
        return (bytes >> 20) + " MB";
    }
}
