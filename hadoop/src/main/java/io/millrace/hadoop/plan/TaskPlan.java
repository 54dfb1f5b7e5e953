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
 * How the tasks of one job are run: who runs them, what reads, serializes, orders, combines and
 * writes their records, and why. Made once for a job in each process that runs its tasks, executed
 * by its attempts, and shown to people. Holds nothing of the job's own classes, of which each
 * attempt may have a copy: attempts look their classes up by name, and where a class is not the one
 * that was decided about, Hadoop's does the work. Immutable.
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
    private final boolean reducesPartially;
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
        reducesPartially = sorts && PartialReduce.in(conf) != null;
        hadoopTies = HadoopOrder.isAskedFor(conf);
    }

    /**
     * Plans a job's tasks. Asks the job's classes, but runs none of its code but constructors of
     * comparators and serializations, which every job needs before its first task.
     *
     * @param conf of the job, which nobody changes
     * @param cached whether there is a place for input that is kept
     * @throws ClassCastException if the key class has no order, as in Hadoop
     */
    public static TaskPlan of(
            JobConf conf, FormatRegistry registry, List<SplitKind> splits, boolean cached) {
        return new TaskPlan(conf, registry, splits, cached);
    }

    /**
     * The plan for an attempt: this one, unless code of the job's, which runs before the attempt
     * opens its reader and writers, has changed a setting that it was made from. Hadoop looks at
     * settings only then, so such an attempt is planned anew.
     */
    public TaskPlan under(JobConf attempt) {
        return basis.holdsIn(attempt)
                ? this
                : new TaskPlan(attempt, formats.registry(), List.of(), input.caches());
    }

    /** What is known of formats, and the rewrites that are on. */
    public JobFormats formats() {
        return formats;
    }

    public RunnerChoice runner() {
        return runner;
    }

    public InputPlan input() {
        return input;
    }

    /** Which comparators are replaced. */
    public KnownOrders orders() {
        return orders;
    }

    /** How map output is written and read; only of a job with reduce tasks. */
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
     * Why the job's partial reducer cannot run; empty if it can, null if the job names none.
     *
     * @param inTurns whether attempts of the job take turns
     */
    public @Nullable String partialReduceObstacle(boolean inTurns) {
        if (!reducesPartially) {
            return null;
        }
        if (runner.runner() == TaskRunner.HADOOP) {
            return "Hadoop's own classes sort and shuffle";
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

    /** Those that are made without the job's classes, for a job whose tasks run elsewhere. */
    public static List<Choice<?>> remoteChoices(JobConf conf) {
        return List.of(
                RunnerChoice.of(conf).choice(conf),
                new Choice<>(
                        QuickPath.READER.choice(),
                        "chosen there",
                        "tasks run in JVMs of their own, which alone load the job's classes; so are order, combiner and writer"));
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
