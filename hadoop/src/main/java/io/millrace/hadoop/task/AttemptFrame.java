package io.millrace.hadoop.task;

import io.millrace.engine.job.AttemptEndedException;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.hadoop.report.AttemptException;
import io.millrace.hadoop.report.AttemptReporter;
import io.millrace.hadoop.report.ThreadUsage;
import io.millrace.hadoop.scope.UserScope;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every attempt has, whatever it runs: its own configuration, its reporter, and the way into
 * user code. Made on the attempt's thread; {@link #work} may be called from the thread that aborts.
 */
final class AttemptFrame {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptFrame.class);

    private final JobEnvironment job;
    private final JobConf conf;
    private final AttemptGuard guard;
    private final AttemptStatus status;
    private final AttemptReporter reporter;
    private final UserScope scope;

    /** Where the attempt is, for messages: split and record number; set by who knows them. */
    private volatile Position position;

    /** Says where an attempt is, for messages. */
    interface Position {
        String describe();
    }

    AttemptFrame(JobEnvironment job, UserScope scope, AttemptGuard guard, AttemptStatus status) {
        this.job = job;
        this.guard = guard;
        this.status = status;
        this.conf = confOf(job, guard.attempt().kind(), status.id());
        int textLimit =
                conf.getInt(
                        MRConfig.PROGRESS_STATUS_LEN_LIMIT_KEY,
                        MRConfig.PROGRESS_STATUS_LEN_LIMIT_DEFAULT);
        this.reporter = new AttemptReporter(status.counters(), textLimit, status);
        this.scope = scope;
        this.position =
                guard.attempt().kind() == TaskKind.MAP
                        ? () -> "split " + Splits.peek(this)
                        : () -> "partition " + guard.attempt().task();
    }

    /** The attempt's private configuration, with the keys that Hadoop promises to tasks. */
    private static JobConf confOf(JobEnvironment job, TaskKind kind, TaskAttemptID id) {
        JobConf conf = new JobConf(job.conf());
        conf.setClassLoader(job.loader());
        conf.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
        conf.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
        conf.setBoolean(MRJobConfig.TASK_ISMAP, kind == TaskKind.MAP);
        conf.setInt(MRJobConfig.TASK_PARTITION, id.getTaskID().getId());
        conf.set(MRJobConfig.ID, job.id().toString());
        conf.setBoolean(MRJobConfig.SKIP_RECORDS, false);
        conf.set(MRJobConfig.JOB_LOCAL_DIR, job.workDirectory().toString());
        // An attempt's own: Hadoop's libraries give files in it names that are unique to an attempt
        // only.
        conf.set(MRConfig.LOCAL_DIR, job.workDirectory().resolve(id.toString()).toString());
        if (kind == TaskKind.REDUCE) {
            conf.setNumMapTasks(job.splits().size());
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

    /** Whether known classes may be replaced by faster ones of the same result. */
    boolean fastPaths() {
        return TaskKeys.FAST_PATHS.in(conf::get);
    }

    UserScope scope() {
        return scope;
    }

    void position(Position value) {
        position = value;
    }

    /**
     * Runs a part of the attempt as the job's user and counts what it uses. Failures say where they
     * happened; what user code threw is their cause, unchanged. An interrupt stays one.
     */
    void work(String part, Callable<@Nullable Void> work) throws Exception {
        scope.call(() -> {
            ThreadUsage usage = ThreadUsage.start();
            try {
                return work.call();
            } catch (InterruptedException | AttemptException e) {
                throw e;
            } catch (Throwable e) {
                throw new AttemptException(place(part), e);
            } finally {
                reporter.refreshProgressBy(null);
                usage.addTo(status.counters());
            }
        });
    }

    /** Runs clean-up as the job's user; what it throws is logged. */
    void abort(Runnable cleanup) {
        try {
            scope.call(() -> {
                cleanup.run();
                return true;
            });
        } catch (Throwable e) { // the edge of user code; there is nobody left to tell
            LOG.warn(
                    "{} could not be cleaned up; what it wrote may be left behind", status.id(), e);
        }
    }

    /**
     * Makes the attempt's own local directory ({@code mapreduce.cluster.local.dir}); the job
     * deletes it with its own.
     */
    void makeLocalDirectory() throws IOException {
        Files.createDirectories(job.workDirectory().resolve(status.id().toString()));
    }

    /**
     * Wraps a failure that does not say yet where it happened; how an attempt is ended from outside
     * needs no such.
     */
    Throwable explain(Throwable failure) {
        boolean told =
                failure instanceof AttemptException
                        || failure instanceof AttemptEndedException
                        || failure instanceof InterruptedException;
        return told ? failure : new AttemptException(place(""), failure);
    }

    /** The attempt, what it is at, its split and record: the beginning of a message. */
    String place(String part) {
        String where;
        try {
            where = position.describe();
        } catch (RuntimeException | LinkageError e) { // a split may fail even at its description
            where = "its input cannot be described (" + e.getClass().getName() + ")";
        }
        return status.id() + (part.isEmpty() ? "" : " (" + part + ")") + ", " + where;
    }
}
