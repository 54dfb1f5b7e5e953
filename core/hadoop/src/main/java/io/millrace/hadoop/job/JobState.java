package io.millrace.hadoop.job;

import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.tracking.AttemptTracker;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.JobStatus.State;

/**
 * The status of a job as clients see it. Moves from PREP to RUNNING to one of SUCCEEDED, FAILED and
 * KILLED, and never back. The job's own thread writes it without a lock; any thread may read it.
 */
final class JobState {

    /** YARN's value for jobs without a page. */
    private static final String NO_TRACKING_URL = "N/A";

    private static final String NO_FAILURE = "";
    private static final long MEGABYTE = 1 << 20;

    private final JobID id;
    private final String user;
    private final String jobName;
    private final String queue;
    private final String jobFile;
    private final boolean reduces;
    private final long startMillis = System.currentTimeMillis();
    private final ShownProgress mapProgress = new ShownProgress(System.nanoTime());
    private final ShownProgress reduceProgress = new ShownProgress(System.nanoTime());
    private volatile Priority priority;
    private volatile boolean setUp;
    private volatile boolean cleanedUp;
    private volatile long finishMillis;
    private volatile int usedMegabytes;
    private volatile String failureInfo = NO_FAILURE;
    private volatile String schedulingInfo = "";

    /**
     * Written after all values that belong to a state, so that a thread that sees the state sees
     * them, too.
     */
    private volatile State state = State.PREP;

    JobState(JobID id, JobConf conf, String user, String jobFile) throws IOException {
        this.id = id;
        this.user = user;
        this.jobName = conf.getJobName();
        this.queue = conf.getQueueName();
        this.jobFile = jobFile;
        this.reduces = conf.getNumReduceTasks() > 0;
        this.priority = Priority.of(conf);
    }

    void running() {
        if (state == State.PREP) {
            state = State.RUNNING;
        }
    }

    void setUp() {
        setUp = true;
    }

    void cleanedUp() {
        cleanedUp = true;
    }

    /** How the job is scheduled. Short, because it is a column of Hadoop's job lists. */
    void schedulingInfo(String text) {
        schedulingInfo = text;
    }

    /** The process's peak of record memory, as of the end of the job's tasks. */
    void memoryPeak(long bytes) {
        usedMegabytes = Math.toIntExact((bytes + MEGABYTE - 1) / MEGABYTE);
    }

    /**
     * The job's last change. Everything that a client may query after it has seen the end must be
     * in place before.
     */
    void end(State terminal, String why) {
        failureInfo = why;
        finishMillis = System.currentTimeMillis();
        state = terminal;
    }

    void priority(Priority value) {
        priority = value;
    }

    Priority priority() {
        return priority;
    }

    State state() {
        return state;
    }

    boolean ended() {
        return isTerminal(state);
    }

    private static boolean isTerminal(State state) {
        return state == State.SUCCEEDED || state == State.FAILED || state == State.KILLED;
    }

    String queue() {
        return queue;
    }

    /** 0 while the job runs. */
    long finishMillis() {
        return finishMillis;
    }

    /** An immutable snapshot for clients. */
    JobStatus snapshot(AttemptTracker tracker) {
        // The state is read before the progress, so that a client that sees the end does not see
        // old progress.
        State seen = state();
        long now = System.nanoTime();
        float maps =
                seen == State.SUCCEEDED ? 1 : mapProgress.of(tracker.progress(TaskKind.MAP), now);
        float reduced =
                seen == State.SUCCEEDED && reduces
                        ? 1
                        : reduceProgress.of(tracker.progress(TaskKind.REDUCE), now);
        return new Snapshot(this, seen, maps, reduced);
    }

    /** Hadoop's status, whose setters only a subclass may call. */
    private static final class Snapshot extends JobStatus {

        Snapshot(JobState standing, State state, float maps, float reduces) {
            super(
                    standing.id,
                    standing.setUp ? 1 : 0,
                    maps,
                    reduces,
                    standing.cleanedUp ? 1 : 0,
                    state,
                    standing.priority.name(),
                    standing.user,
                    standing.jobName,
                    standing.queue,
                    standing.jobFile,
                    NO_TRACKING_URL,
                    false);
            setStartTime(standing.startMillis);
            setUsedMem(standing.usedMegabytes);
            if (!standing.schedulingInfo.isEmpty()) {
                setSchedulingInfo(standing.schedulingInfo);
            }
            if (isTerminal(state)) {
                setFinishTime(standing.finishMillis);
                setFailureInfo(standing.failureInfo);
            }
        }
    }
}
