package io.millrace.hadoop.task;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.PartialReduction;
import io.millrace.engine.plan.PartialReduction.Kind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.formats.inputcache.InputCache;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.registry.FormatRegistry;
import io.millrace.hadoop.config.ProcessLayout;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.config.TaskRunner;
import io.millrace.hadoop.loader.ClassCopy;
import io.millrace.hadoop.plan.HadoopOrder;
import io.millrace.hadoop.plan.RunnerChoice;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.scope.AttemptPrints;
import io.millrace.hadoop.scope.TaskSlot;
import io.millrace.hadoop.scope.Turns;
import io.millrace.hadoop.scope.UserScope;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SkipBadRecords;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the attempts of one job. The job calls it on the threads that will run them. Thread-safe.
 */
public final class TaskAttempts {

    private static final Logger LOG = LoggerFactory.getLogger(TaskAttempts.class);

    private final JobEnvironment job;
    private final @Nullable MemoryBudget memory;
    private final @Nullable InputCache inputs;
    private final UserScope jobScope;
    private final Map<AttemptId, Lease> leases = new ConcurrentHashMap<>();

    private final FormatRegistry registry;
    private final HadoopPath path = new HadoopPath();
    private final boolean exclusiveOrder;

    /** Created on first use, because a job whose tasks run elsewhere has none here. */
    @GuardedBy("this")
    private @Nullable TaskPlan plan;

    /** Whether an attempt has waited for another. */
    private volatile boolean meet;

    /**
     * Attempts of a job.
     *
     * @param memory record memory for attempts; null if they cannot use any
     * @param inputs the input cache; null if there is none
     */
    public TaskAttempts(
            JobEnvironment job, @Nullable MemoryBudget memory, @Nullable InputCache inputs) {
        this(job, memory, inputs, FormatRegistry.loaded());
    }

    TaskAttempts(
            JobEnvironment job,
            @Nullable MemoryBudget memory,
            @Nullable InputCache inputs,
            FormatRegistry registry) {
        this.job = job;
        this.memory = memory;
        this.inputs = inputs;
        this.registry = registry;
        this.jobScope = new UserScope(job.user(), job.conf(), job.classes());
        this.exclusiveOrder = job.conf().getNumReduceTasks() > 0 && orderChangesStatics();
    }

    /** Initializes none of the classes: that is left to code that runs in a turn. */
    private boolean orderChangesStatics() {
        JobConf conf = job.conf();
        String keys =
                conf.getTrimmed(
                        MRJobConfig.MAP_OUTPUT_KEY_CLASS,
                        conf.getTrimmed(
                                MRJobConfig.OUTPUT_KEY_CLASS, LongWritable.class.getName()));
        String comparator = conf.getTrimmed(MRJobConfig.KEY_COMPARATOR, keys);
        return job.classes().changeStatics(new HashSet<>(List.of(keys, comparator)));
    }

    /** The plan of the job's tasks in this process. Loads the job's classes when it is created. */
    public synchronized TaskPlan plan() {
        TaskPlan made = plan;
        if (made == null) {
            made =
                    TaskPlan.of(
                            job.conf(),
                            registry,
                            job.splits().stream().map(SerializedSplit::kind).toList(),
                            inputs != null);
            plan = made;
            if (made.runner().because() != null) {
                LOG.info(
                        "{} sorts and shuffles with Hadoop's own classes, through files,"
                                + " because {} is set",
                        job.id(),
                        made.runner().because());
            }
        }
        return made;
    }

    /** An attempt's resources while it runs: a copy of the job's classes, and its scope. */
    private record Lease(
            ClassCopy copy,
            UserScope scope,
            @Nullable TaskSlot slot,
            @Nullable AttemptPrints prints,
            Thread own) {}

    /**
     * Runs an attempt as the job's user and with a copy of the job's classes.
     *
     * @param status notified when the engine makes progress for the attempt
     * @param prints also receives what it prints, and is closed when it ends; null if not requested
     */
    public <T> T perform(
            AttemptId attempt,
            AttemptStatus status,
            @Nullable AttemptPrints prints,
            Callable<T> work)
            throws Exception {
        ClassCopy copy = job.classes().take();
        TaskSlot slot =
                memory == null
                        ? null
                        : new TaskSlot(
                                attempt,
                                job.classes().turns(),
                                memory,
                                job.id().toString(),
                                inputs,
                                () -> meet = true);
        UserScope scope =
                new UserScope(
                        job.user(), copy.conf(), copy.oneAtATime(), prints, slot, status::active);
        leases.put(attempt, new Lease(copy, scope, slot, prints, Thread.currentThread()));
        return scope.call(work);
    }

    /** Wraps work so that it runs as if on the calling attempt's thread. */
    public Runnable carry(Runnable work) {
        UserScope scope = here();
        TaskSlot slot = TaskSlot.current();
        return () -> {
            try {
                scope.call(() -> helped(slot, Executors.callable(work)));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(job.id() + " could not work for an attempt", e);
            }
        };
    }

    private static boolean helped(@Nullable TaskSlot slot, Callable<?> work) throws Exception {
        if (slot == null) {
            work.call();
        } else {
            slot.help(work);
        }
        return true;
    }

    /**
     * Releases the attempt's resources.
     *
     * @param stopped whether no thread still runs its code
     */
    public void ended(AttemptId attempt, boolean stopped) {
        Lease lease = leases.remove(attempt);
        if (lease != null && stopped) {
            job.classes().giveBack(lease.copy());
        }
        if (lease != null && lease.prints() != null) {
            lease.prints().close();
        }
        if (lease != null && lease.slot() != null) {
            lease.slot().releaseClaims();
        }
        Turns turns = job.classes().turns();
        if (turns != null) {
            turns.ended(attempt);
        }
    }

    /** Whether attempts are known to wait for each other, as those of loops do. */
    public boolean meet() {
        return meet;
    }

    private UserScope here() {
        UserScope current = UserScope.current();
        return current == null ? jobScope : current;
    }

    /** The threads that currently run the attempt's code or work for it. */
    public List<Thread> threads(AttemptId attempt) {
        Lease lease = leases.get(attempt);
        return lease == null ? List.of() : lease.scope().threads();
    }

    /** Those threads, without the attempt's own. */
    public List<Thread> helpers(AttemptId attempt) {
        Lease lease = leases.get(attempt);
        return lease == null
                ? List.of()
                : lease.scope().threads().stream()
                        .filter(thread -> !thread.equals(lease.own()))
                        .toList();
    }

    /** A map attempt that reports to {@code status}. */
    public MapAttempt newMapAttempt(AttemptGuard guard, AttemptStatus status) throws Exception {
        AttemptFrame frame = new AttemptFrame(job, this::plan, here(), guard, status);
        return frame.inTurn(() -> {
            MapAttempt made =
                    switch (plan().runner().runner()) {
                        case FAST -> new FastMapAttempt(frame);
                        case HADOOP -> new HadoopMapAttempt(frame, path);
                    };
            if (plan().callsComparator() || made.combiner() != null) {
                frame.keepTurn();
            }
            return made;
        });
    }

    /** A reduce attempt that reports to {@code status}. */
    public ReduceAttempt newReduceAttempt(AttemptGuard guard, AttemptStatus status)
            throws Exception {
        AttemptFrame frame = new AttemptFrame(job, this::plan, here(), guard, status);
        return frame.inTurn(() -> {
            ReduceAttempt made =
                    switch (plan().runner().runner()) {
                        case FAST -> new FastReduceAttempt(frame);
                        case HADOOP -> new HadoopReduceAttempt(frame, path);
                    };
            if (plan().callsComparator() || made.mergeCombiner() != null) {
                frame.keepTurn();
            }
            return made;
        });
    }

    /** An instance of the job's key order for one thread, with the caller's classes. */
    public KeyOrder newKeyOrder() {
        UserScope scope = here();
        KeyOrder order = KeyOrders.of(scope.conf(), plan().orders(), scope.alive());
        return exclusiveOrder ? KeyOrders.exclusive(order, scope.oneAtATime()) : order;
    }

    /** The choices for a job whose classes are not loaded in this process. */
    public List<Choice<?>> remoteChoices() {
        return TaskPlan.remoteChoices(job.conf());
    }

    /** The job's shape for the planner. Loads the job's classes. */
    public JobShape shape() {
        JobShape shape =
                knownShape()
                        .combining(plan().combiner().use())
                        .reducingPartially(partialReduction());
        return job.conf().getNumReduceTasks() > 0 ? shape.ordered(newKeyOrder()) : shape;
    }

    private PartialReduction partialReduction() {
        String obstacle = plan().partialReduceObstacle(job.classes().sharing().turns());
        if (obstacle == null) {
            return PartialReduction.NONE;
        }
        Kind kind =
                plan().combinerServes()
                        ? Kind.COMBINER
                        : plan().partialReducer().accumulates() ? Kind.FOLDED : Kind.CALLED;
        return PartialReduction.of(kind).unless(obstacle);
    }

    /** The same for a job whose classes are not loaded in this process. */
    public JobShape remoteShape() {
        return TaskKeys.PARTIAL_REDUCE_CLASS.isSetIn(job.conf()::get)
                ? knownShape()
                        .reducingPartially(
                                PartialReduction.of(Kind.CALLED)
                                        .unless(
                                                "tasks run in JVMs of their own, which alone load the job's classes"))
                : knownShape();
    }

    /** The properties that need none of the job's classes. */
    private JobShape knownShape() {
        JobConf conf = job.conf();
        return JobShape.of(job.splits().size(), conf.getNumReduceTasks())
                .limited(
                        atOnce(conf, MRJobConfig.JOB_RUNNING_MAP_LIMIT),
                        atOnce(conf, MRJobConfig.JOB_RUNNING_REDUCE_LIMIT))
                .with(Trait.COMPRESSES, conf.getCompressMapOutput());
    }

    /** As on YARN, 0 or less means no limit. */
    private static int atOnce(JobConf conf, String limit) {
        return Math.max(0, conf.getInt(limit, 0));
    }

    /** Undoes an attempt whose process has ended. Logs what it cannot undo. */
    public void abortLost(AttemptGuard guard, AttemptStatus status) {
        AttemptFrame frame = new AttemptFrame(job, this::plan, jobScope, guard, status);
        AttemptCommitter committer = new AttemptCommitter(frame);
        frame.abort(committer::abortLost);
    }

    /**
     * Checks before a task runs that the job requests nothing that Millrace does not support, and
     * that the map output key has an order; the latter only if this process loads the job's
     * classes. Throws the exception of the first task.
     */
    public static void check(JobConf conf) {
        TaskKeys.RUNNER.in(conf::get);
        refusePipes(conf, "mapred.map.runner.class");
        refusePipes(conf, "mapred.reducer.class");
        warnOfSkipping(conf);
        ProcessLayout processes = ProcessLayout.of(conf::get);
        processes.check();
        if (conf.getNumReduceTasks() == 0) {
            return;
        }
        if (processes.elsewhere()) {
            refuseHadoopsPath(conf, processes);
            refuseHadoopsOrder(conf, processes);
        } else {
            KeyOrders.check(conf);
        }
    }

    /** The files of Hadoop's own data path are tracked in one process only. */
    private static void refuseHadoopsPath(JobConf conf, ProcessLayout processes) {
        RunnerChoice choice = RunnerChoice.of(conf);
        if (choice.runner() == TaskRunner.HADOOP) {
            String because = choice.because();
            throw new IllegalArgumentException(
                    processes.elsewhereBecause()
                            + ", and the job needs Hadoop's own sort and shuffle ("
                            + (because == null ? TaskKeys.RUNNER : because)
                            + "), which Millrace supports in one process only. Leave one of the"
                            + " two keys unset");
        }
    }

    /** Its merges depend on the output of each map task, which only one process knows. */
    private static void refuseHadoopsOrder(JobConf conf, ProcessLayout processes) {
        if (HadoopOrder.isAskedFor(conf)) {
            throw new IllegalArgumentException(
                    processes.elsewhereBecause()
                            + ", and "
                            + EngineKeys.SORT_TIES
                            + " is hadoop, which Millrace supports in one process only. Leave one"
                            + " of the two keys unset");
        }
    }

    private static void refusePipes(JobConf conf, String key) {
        String value = conf.getTrimmed(key, "");
        if (value.startsWith("org.apache.hadoop.mapred.pipes.")) {
            throw new IllegalArgumentException(
                    key
                            + " is "
                            + value
                            + "; Millrace does not support Hadoop Pipes. Run this job with"
                            + " mapreduce.framework.name=yarn");
        }
    }

    /** A cluster does not skip records either: it never puts tasks into that mode. */
    private static void warnOfSkipping(JobConf conf) {
        if (SkipBadRecords.getMapperMaxSkipRecords(conf) > 0
                || SkipBadRecords.getReducerMaxSkipGroups(conf) > 0) {
            LOG.warn(
                    "The job asks to skip bad records ({} or {}); Millrace, like YARN, does not: a record that cannot be processed fails its task",
                    MRJobConfig.MAP_SKIP_MAX_RECORDS,
                    MRJobConfig.REDUCE_SKIP_MAXGROUPS);
        }
    }
}
