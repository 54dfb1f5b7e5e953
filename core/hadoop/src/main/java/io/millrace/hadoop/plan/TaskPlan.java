package io.millrace.hadoop.plan;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.plan.Choice;
import io.millrace.formats.order.KnownOrders;
import io.millrace.formats.record.FieldWays;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.formats.record.RecordWays;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.formats.registry.JobFormats;
import io.millrace.hadoop.combine.CombinePlan;
import io.millrace.hadoop.config.TaskRunner;
import io.millrace.hadoop.partial.PartialReduce;
import io.millrace.hadoop.watch.QuickPath;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of one job run: the runner, the classes that read, serialize, order, combine and
 * write records, and the reasons. Made once per job in each process that runs its tasks, executed
 * by the attempts, and shown to people. Refers to none of the job's own classes, because each
 * attempt may have a copy: attempts look up their classes by name, and Hadoop's class does the work
 * if a class is not the one of the decision. Immutable.
 */
public final class TaskPlan {

    static final String QUICK = "quick";
    static final String HADOOPS = "Hadoop's";

    private final JobConf conf;
    private final PlanBasis basis;
    private final JobFormats formats;
    private final RunnerChoice runner;
    private final InputPlan input;
    private final KnownOrders orders;
    private final @Nullable RecordWays records;
    private final CombinePlan combiner;
    private final OutputPlan output;
    private final CombinePlan partialReducer;
    private final boolean combinerServes;
    private final boolean hadoopTies;

    private TaskPlan(
            JobConf conf, FormatRegistry registry, List<SplitKind> splits, boolean cached) {
        this.conf = conf;
        basis = PlanBasis.of(conf, registry);
        formats = JobFormats.in(registry, conf::get);
        runner = RunnerChoice.of(conf);
        String obstacle =
                runner.runner() == TaskRunner.FAST ? "" : "Hadoop's own classes run the tasks";
        input = new InputPlan(conf, formats, splits, obstacle, cached);
        boolean sorts = conf.getNumReduceTasks() > 0;
        orders = sorts ? KnownOrders.of(conf, formats) : KnownOrders.NONE;
        records =
                sorts
                        ? new RecordSerialization(conf, formats)
                                .ways(conf.getMapOutputKeyClass(), conf.getMapOutputValueClass())
                        : null;
        combiner = CombinePlan.of(conf, formats, orders, records);
        output = new OutputPlan(conf, formats, obstacle);
        Class<?> partial = sorts ? PartialReduce.in(conf) : null;
        combinerServes = partial == null && combiner.serves(conf);
        partialReducer =
                combinerServes
                        ? combiner
                        : CombinePlan.ofPartialReducer(conf, formats, orders, records, partial);
        hadoopTies = HadoopOrder.isAskedFor(conf);
    }

    /**
     * Plans a job's tasks. Loads the job's classes, but runs none of its code except constructors
     * of comparators and serializations, which every job needs before its first task.
     *
     * @param conf the job's configuration, which must not change
     * @param cached whether there is an input cache
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static TaskPlan of(
            JobConf conf, FormatRegistry registry, List<SplitKind> splits, boolean cached) {
        return new TaskPlan(conf, registry, splits, cached);
    }

    /**
     * The plan for an attempt: this one, unless the job's code, which runs before the attempt opens
     * its reader and writers, has changed a setting that the plan depends on. Hadoop reads settings
     * only then, so such an attempt gets a new plan.
     */
    public TaskPlan under(JobConf attempt) {
        return basis.holdsIn(attempt)
                ? this
                : new TaskPlan(attempt, formats.registry(), List.of(), input.caches());
    }

    /** The known formats and the enabled rewrites. */
    public JobFormats formats() {
        return formats;
    }

    public RunnerChoice runner() {
        return runner;
    }

    public InputPlan input() {
        return input;
    }

    /** The comparators that are replaced. */
    public KnownOrders orders() {
        return orders;
    }

    /**
     * Whether keys are compared by a comparator that is called, which may be the job's own code.
     */
    public boolean callsComparator() {
        return records != null && orders.sort() == null;
    }

    /** The serialization of map output; only for a job with reduce tasks. */
    public RecordWays records() {
        RecordWays ways = records;
        if (ways == null) {
            throw new IllegalStateException("a job without reduce tasks serializes no map output");
        }
        return ways;
    }

    public CombinePlan combiner() {
        return combiner;
    }

    /** The work of the job's partial reducer, if it has one. */
    public CombinePlan partialReducer() {
        return partialReducer;
    }

    /** Whether the job names no partial reducer, and its combiner can serve as one. */
    public boolean combinerServes() {
        return combinerServes;
    }

    public OutputPlan output() {
        return output;
    }

    /** Whether reducers and combiners of the new API iterate over the engine's own context. */
    public boolean groupContext() {
        return formats.rewrites().contains(Rewrite.REDUCE_CONTEXT);
    }

    /** Whether equal keys come in Hadoop's order. */
    public boolean hadoopTies() {
        return hadoopTies;
    }

    /**
     * Why the job's partial reducer cannot run; empty if it can, null if the job has none.
     *
     * @param inTurns whether attempts of the job take turns
     */
    public @Nullable String partialReduceObstacle(boolean inTurns) {
        if (!partialReducer.combines()) {
            return null;
        }
        if (runner.runner() == TaskRunner.HADOOP) {
            return "Hadoop's own classes sort and shuffle";
        }
        if (partialReducer.emitsWhatItIsGiven()) {
            return partialReducer.combiner() + " emits what it is given";
        }
        return inTurns ? "attempts of the job take turns, since they share statics" : "";
    }

    /** All decisions, in the order in which they are shown. */
    public List<Choice<?>> choices() {
        return List.of(
                runner.choice(conf),
                input.choice(),
                input.cacheChoice(),
                orders.choice(conf, formats),
                serialization(),
                combiner.choice(conf),
                output.choice());
    }

    /** The decisions that need none of the job's classes, for a job whose tasks run elsewhere. */
    public static List<Choice<?>> remoteChoices(JobConf conf) {
        return List.of(
                RunnerChoice.of(conf).choice(conf),
                new Choice<>(
                        QuickPath.READER.choice(),
                        "chosen there",
                        "tasks run in separate JVMs, and only those load the job's"
                                + " classes; the same holds for order, combiner and writer"));
    }

    private Choice<String> serialization() {
        String name = "serialization";
        RecordWays ways = records;
        if (ways == null) {
            return new Choice<>(name, "none", "the job has no reduce tasks");
        }
        String keys = ways.keys().toString();
        String values = ways.values().toString();
        return new Choice<>(
                name,
                keys.equals(values) ? keys : "keys " + keys + ", values " + values,
                sentence(conf.getMapOutputKeyClass(), ways.keys())
                        + "; "
                        + sentence(conf.getMapOutputValueClass(), ways.values()));
    }

    private static String sentence(Class<?> type, FieldWays ways) {
        String written = how(ways.writing());
        String read = how(ways.reading());
        return type.getName()
                + " is written "
                + (written.equals(read) ? "and read " + read : written + ", and read " + read);
    }

    private static String how(FieldWays.Way way) {
        return switch (way) {
            case KNOWN -> "where the record's bytes are";
            case FIELDS -> "by its own method without a stream";
            case STREAM -> "through a stream";
        };
    }
}
