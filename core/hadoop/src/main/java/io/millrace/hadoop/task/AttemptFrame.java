package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.AttemptEndedException;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.task.Thrown;
import io.millrace.formats.record.RecordDeserializer;
import io.millrace.formats.record.RecordSerialization;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.config.KeyOrigin;
import io.millrace.hadoop.counters.AttemptException;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.counters.LocalWriteLimit;
import io.millrace.hadoop.counters.MemoryUsage;
import io.millrace.hadoop.counters.ThreadUsage;
import io.millrace.hadoop.plan.SplitKind;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.scope.Turns;
import io.millrace.hadoop.scope.UserScope;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.server.jobtracker.JTConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The common part of all attempts: configuration, reporter, and entry into user code. Created on
 * the attempt's thread; the thread that aborts may call {@link #work}.
 */
final class AttemptFrame {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptFrame.class);
    private static final String LOCAL_TRACKER = "local";

    private final JobEnvironment job;
    private final Supplier<TaskPlan> plan;
    private final JobConf conf;
    private final AttemptGuard guard;
    private final AttemptStatus status;
    private final AttemptReporter reporter;
    private final UserScope scope;

    /** Set when the attempt starts to run. */
    private @Nullable LocalWriteLimit localWrites;

    /**
     * The attempt's position for messages: split and record number; set by the reader of the input.
     */
    private volatile Position position;

    /** Describes an attempt's position for messages. */
    interface Position {
        String describe();
    }

    /**
     * The frame of an attempt.
     *
     * @param plan of the job
     */
    AttemptFrame(
            JobEnvironment job,
            Supplier<TaskPlan> plan,
            UserScope scope,
            AttemptGuard guard,
            AttemptStatus status) {
        this.job = job;
        this.plan = plan;
        this.guard = guard;
        this.status = status;
        this.conf = confOf(job, scope, guard.attempt().kind(), status.id());
        int textLimit =
                conf.getInt(
                        MRConfig.PROGRESS_STATUS_LEN_LIMIT_KEY,
                        MRConfig.PROGRESS_STATUS_LEN_LIMIT_DEFAULT);
        StandardCounters.make(status.counters(), guard.attempt().kind(), conf);
        this.reporter = new AttemptReporter(status.counters(), textLimit, status);
        this.scope = scope;
        this.position =
                guard.attempt().kind() == TaskKind.MAP
                        ? () -> "split " + Splits.peek(this)
                        : () -> "partition " + guard.attempt().task();
    }

    /** The attempt's private configuration, with the keys that Hadoop promises to tasks. */
    static JobConf confOf(JobEnvironment job, UserScope scope, TaskKind kind, TaskAttemptID id) {
        JobConf conf = new JobConf(scope.conf());
        conf.setClassLoader(scope.conf().getClassLoader());
        conf.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
        conf.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
        conf.setBoolean(MRJobConfig.TASK_ISMAP, kind == TaskKind.MAP);
        conf.setInt(MRJobConfig.TASK_PARTITION, id.getTaskID().getId());
        conf.set(MRJobConfig.ID, job.id().toString());
        conf.setBoolean(MRJobConfig.SKIP_RECORDS, false);
        conf.set(MRJobConfig.JOB_LOCAL_DIR, job.workDirectory().toString());
        // Private to the attempt: Hadoop's libraries create files there whose names are unique
        // within an attempt only.
        conf.set(MRConfig.LOCAL_DIR, job.workDirectory().resolve(id.toString()).toString());
        if (kind == TaskKind.REDUCE) {
            conf.setNumMapTasks(job.splits().size());
            // Hadoop's local runner sets this, too: children of streaming reducers read it. Only
            // mapreduce.framework.name decides where a job runs that the task submits.
            conf.set(JTConfig.JT_IPC_ADDRESS, LOCAL_TRACKER, KeyOrigin.MILLRACE);
        }
        return conf;
    }

    JobEnvironment job() {
        return job;
    }

    JobConf conf() {
        return conf;
    }

    TaskAttemptID id() {
        return status.id();
    }

    AttemptGuard guard() {
        return guard;
    }

    AttemptStatus status() {
        return status;
    }

    AttemptReporter reporter() {
        return reporter;
    }

    /** A counter for this framework to count in: nobody looks at it. */
    Counters.Counter counter(Enum<?> name) {
        return status.counters().findCounter(name);
    }

    /**
     * The attempt's plan. Read it again for each part that opens, because the job's code may change
     * the configuration in between.
     */
    TaskPlan plan() {
        return plan.get().under(conf);
    }

    /** Deserializes the job's map output. */
    @SuppressWarnings("unchecked") // the classes of a job are known at run time only
    RecordDeserializer<Object, Object> deserializer() throws IOException {
        TaskPlan current = plan();
        return new RecordSerialization(conf, current.formats())
                .deserializer(
                        (Class<Object>) conf.getMapOutputKeyClass(),
                        (Class<Object>) conf.getMapOutputValueClass(),
                        current.records());
    }

    /** The kind of this map attempt's split, which decides how it is read. */
    SplitKind splitKind() {
        return job.splits().get(guard.attempt().task()).kind();
    }

    UserScope scope() {
        return scope;
    }

    void position(Position value) {
        position = value;
    }

    /**
     * Runs a part of the attempt as the job's user and counts its resource usage. Failures name
     * their place and have the unchanged exception of the user's code as cause. An interrupt that
     * ends the attempt stays an interrupt.
     */
    void work(String part, Callable<@Nullable Void> work) throws Exception {
        scope.call(() -> inTurn(() -> counted(part, work)));
    }

    private @Nullable Void counted(String part, Callable<@Nullable Void> work) throws Exception {
        ThreadUsage usage = ThreadUsage.start();
        try {
            work.call();
            scope.checkExit();
            checkLocalWrites();
            return null;
        } catch (Exception e) {
            throw isExplained(e) ? e : new AttemptException(place(part), e);
        } catch (Throwable e) { // an exception of user code ends its attempt only
            throw new AttemptException(place(part), e);
        } finally {
            reporter.refreshProgressBy(null);
            usage.addTo(status.counters());
            MemoryUsage.tell(conf, guard.attempt().kind() == TaskKind.MAP, status.counters());
        }
    }

    /** Commits the output of the attempt, if it is still wanted and may be used. */
    void commit(Committing work) throws Exception {
        guard.check();
        work(
                "commit",
                () -> {
                    requireUntouched();
                    work.commit();
                    return null;
                });
        status.progress(1);
    }

    /** Makes the output of an attempt visible. */
    interface Committing {
        void commit() throws IOException;
    }

    /** Throws if state of the process was changed, unannounced, while this attempt ran. */
    void requireUntouched() throws AttemptDiscardedException, InterruptedException {
        Turns turns = job.classes().turns();
        if (turns != null) {
            turns.requireUntouched(guard.attempt());
        }
    }

    /** Runs a part of the job's code when it is the attempt's turn. */
    <T> T inTurn(Callable<T> work) throws Exception {
        Turns turns = job.classes().turns();
        if (turns == null) {
            return work.call();
        }
        turns.enter(guard.attempt());
        try {
            return work.call();
        } finally {
            turns.leave(guard.attempt());
        }
    }

    /**
     * Keeps the turn until the attempt ends: its comparator and its combiner run between its steps,
     * too, and on threads that must not wait for a turn.
     */
    void keepTurn() throws InterruptedException {
        Turns turns = job.classes().turns();
        if (turns != null) {
            turns.enter(guard.attempt());
        }
    }

    /**
     * Whether a comparator sorts that is called, and that may depend on what this attempt has
     * changed.
     */
    boolean ordersByItself() {
        Turns turns = job.classes().turns();
        return turns != null && plan().callsComparator() && turns.isAlone(guard.attempt());
    }

    /**
     * The code that reduces the output of this map attempt: the job's combiner, the partial reducer
     * that it names, or both; null if it has neither.
     */
    @Nullable Combiner mapCombiner() {
        TaskPlan current = plan();
        JobCombiner combiner =
                JobCombiner.of(
                        conf,
                        current.combiner(),
                        id(),
                        reporter,
                        scope,
                        this::place,
                        combinerLock());
        if (current.combinerServes()
                || !"".equals(current.partialReduceObstacle(job.classes().sharing().turns()))) {
            return combiner;
        }
        Combiner partial =
                new PartialReduceCombiner(
                        job, current.partialReducer(), scope, partition -> reporter);
        return combiner == null ? partial : new EitherCombiner(combiner, partial);
    }

    /** The lock that the attempt's combiner runs share; null if they do not interfere. */
    @Nullable Object combinerLock() {
        Class<?> combiner = JobCombiner.classIn(conf);
        return combiner != null && job.classes().changeStatics(combiner)
                ? scope.oneAtATime()
                : null;
    }

    /**
     * Running attempts call this at intervals.
     *
     * @throws IOException if it has written more to local files than the job allows
     */
    void checkLocalWrites() throws IOException {
        LocalWriteLimit limit = localWrites;
        if (limit != null) {
            limit.check();
        }
    }

    /** Runs clean-up as the job's user and logs its exceptions. */
    void abort(Runnable cleanup) {
        try {
            scope.call(() -> inTurn(Executors.callable(cleanup)));
        } catch (Throwable e) { // the edge of user code; no caller is left to handle it
            LOG.warn(
                    "{} could not be cleaned up; its files may be left behind",
                    status.id(),
                    Thrown.sound(e));
        }
    }

    /**
     * Creates the attempt's own local directory ({@code mapreduce.cluster.local.dir}), which the
     * job deletes with its own directories.
     */
    void makeLocalDirectory() throws IOException {
        localWrites = LocalWriteLimit.of(conf);
        Files.createDirectories(job.workDirectory().resolve(status.id().toString()));
    }

    /**
     * Wraps a failure that does not yet name its place. Exceptions that end an attempt from outside
     * are not wrapped.
     */
    Throwable explain(Throwable failure) {
        Turns turns = job.classes().turns();
        AttemptDiscardedException refusal =
                turns == null || guard.revoked() ? null : turns.refusal(guard.attempt());
        if (refusal != null) {
            refusal.addSuppressed(failure);
            return refusal;
        }
        return isExplained(failure) ? failure : new AttemptException(place(""), failure);
    }

    /**
     * An interrupt needs no place if it ends the attempt from outside and does not come from user
     * code.
     */
    private boolean isExplained(Throwable failure) {
        return failure instanceof AttemptException
                || failure instanceof AttemptEndedException
                || failure instanceof AttemptDiscardedException
                || (failure instanceof InterruptedException && guard.revoked());
    }

    /** The attempt, its current part, split and record: the start of a message. */
    String place(String part) {
        String where;
        try {
            where = position.describe();
        } catch (Throwable e) { // even describing a split may fail
            where = "its input cannot be described (" + e.getClass().getName() + ")";
        }
        return status.id() + (part.isEmpty() ? "" : " (" + part + ")") + ", " + where;
    }
}
