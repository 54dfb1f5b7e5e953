package io.millrace.hadoop.watch;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.Trace;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.jspecify.annotations.Nullable;

/** A job as an observer sees it, which changes nothing. May be asked from any thread. */
public interface WatchedJob {

    JobID id();

    /** The job's own configuration. */
    Configuration conf();

    /** RUNNING, until {@link JobObserver#ended}. */
    State state();

    /** Why the job failed or was killed, in one line; empty if it was not. */
    String why();

    /** Why the job failed, in parts; null unless it has failed. */
    @Nullable JobFailure failure();

    /** 0 if the job ended before it was known how many. */
    int tasks(TaskKind kind);

    /** How many tasks of this kind the engine can run at once; 0 if the job never got there. */
    int slots(TaskKind kind);

    /** Attempts of this kind that run now. */
    int running(TaskKind kind);

    /** Tasks of this kind that have not ended and have no attempt that runs. */
    int waiting(TaskKind kind);

    /** Mean over the tasks of this kind, 0 to 1. */
    float progress(TaskKind kind);

    /** The job's counters so far. The caller's own copy. */
    Counters counters();

    /**
     * What was chosen before the job's first task, each with its reason; nothing if it got no plan.
     */
    List<Choice<?>> plan();

    /** What of that makes the job slower than it could be; empty if nothing does. */
    String planAdvice();

    /** Which quick paths its tasks took so far; none that tasks in JVMs of their own took. */
    List<PathUse> paths();

    /** How large its input splits are; none if it got no plan. */
    InputSplits splits();

    /** What happened when; nothing has, if the job ended before its tasks began. */
    Trace trace();

    /** Record memory in bytes that all jobs of the process hold now. */
    long memoryHeldBytes();

    /** Record memory in bytes that they may hold. */
    long memoryMaxBytes();

    /** Attempts that failed or were killed, in the order in which they began. */
    List<LostAttempt> lostAttempts();
}
