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

/** A read-only view of a job for observers. Any thread may call it. */
public interface WatchedJob {

    JobID id();

    /** The job's own configuration. */
    Configuration conf();

    /** RUNNING, until {@link JobObserver#ended}. */
    State state();

    /** Why the job failed or was killed, in one line; empty otherwise. */
    String why();

    /** Why the job failed, in parts; null unless it has failed. */
    @Nullable JobFailure failure();

    /** Number of tasks; 0 if the job ended before it was known. */
    int tasks(TaskKind kind);

    /** How many tasks of this kind the engine can run at once; 0 if the job ended before. */
    int slots(TaskKind kind);

    /** Attempts of this kind that run now. */
    int running(TaskKind kind);

    /** Tasks of this kind that have not ended and have no attempt that runs. */
    int waiting(TaskKind kind);

    /** Mean over the tasks of this kind, 0 to 1. */
    float progress(TaskKind kind);

    /** The job's counters so far. The caller's own copy. */
    Counters counters();

    /** The choices made before the job's first task, each with its reason; empty without a plan. */
    List<Choice<?>> plan();

    /** The choice that slows the job; empty if there is none. */
    String planAdvice();

    /** The quick paths that its tasks took so far, without tasks in separate JVMs. */
    List<PathUse> paths();

    /** The sizes of its input splits; empty without a plan. */
    InputSplits splits();

    /** The trace of the job; empty if it ended before its tasks started. */
    Trace trace();

    /** Record memory in bytes that all jobs of the process currently hold. */
    long memoryHeldBytes();

    /** Record memory in bytes that they may hold. */
    long memoryMaxBytes();

    /** Attempts that failed or were killed, in start order. */
    List<LostAttempt> lostAttempts();
}
