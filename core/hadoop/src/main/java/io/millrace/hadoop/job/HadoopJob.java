package io.millrace.hadoop.job;

import io.millrace.engine.job.JobExecution;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.tracking.AttemptTracker;
import io.millrace.hadoop.tracking.HadoopIds;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.jspecify.annotations.Nullable;

/**
 * One job, running or ended, as clients see it. Its results are kept until the job table forgets
 * it; its resources are released when it ends. Thread-safe.
 */
public final class HadoopJob {

    private final JobID id;
    private final JobState state;
    private final AttemptTracker tracker;
    private final KillSwitch kill;
    private volatile org.apache.hadoop.mapred.@Nullable Counters counters;

    HadoopJob(JobID id, JobState state, AttemptTracker tracker, KillSwitch kill) {
        this.id = id;
        this.state = state;
        this.tracker = tracker;
        this.kill = kill;
    }

    public JobID id() {
        return id;
    }

    /** A snapshot of the job's status. */
    public JobStatus status() {
        return state.snapshot(tracker);
    }

    public boolean ended() {
        return state.ended();
    }

    /** The job's counters, so far or final. The caller owns the copy. */
    public Counters counters() {
        org.apache.hadoop.mapred.Counters frozen = counters;
        return new Counters(frozen == null ? tracker.sum() : frozen);
    }

    public TaskReport[] reports(TaskType type) {
        return tracker.reports(type);
    }

    public TaskCompletionEvent[] events(int from, int max) {
        return tracker.events(from, max);
    }

    public String[] diagnostics(TaskAttemptID attempt) {
        AttemptId known = HadoopIds.engineAttempt(attempt);
        return known == null ? new String[0] : tracker.diagnostics(known);
    }

    /** Tasks of both kinds; 0 until their number is known. */
    int tasks() {
        return tracker.tasks();
    }

    public int running(TaskKind kind) {
        return tracker.running(kind);
    }

    public String queue() {
        return state.queue();
    }

    /** Sets the priority of tasks that have not started. */
    public void priority(Priority priority) {
        state.priority(priority);
    }

    /** Requests the end of the job and returns at once. Does nothing to a job that has ended. */
    public void kill(String why) {
        kill.kill(why);
    }

    /**
     * Ends one running attempt.
     *
     * @param countsAsFailure whether it counts against the task's attempts; if not, it is simply
     *     retried
     * @return false if the attempt is not running
     */
    public boolean endAttempt(TaskAttemptID attempt, boolean countsAsFailure, String why) {
        JobExecution execution = kill.execution();
        AttemptId known = HadoopIds.engineAttempt(attempt);
        return execution != null
                && known != null
                && execution.endAttempt(known, countsAsFailure, why);
    }

    /** After {@link #kill}: abandons the attempt that {@code thread} works for, if any. */
    void leaveBehind(Thread thread, String why) {
        kill.leaveBehind(thread, why);
    }

    /**
     * The job's last change, made by its own thread: first the counters, then the state that
     * clients wait for.
     */
    void end(JobEnd end, org.apache.hadoop.mapred.Counters counted) {
        counters = counted;
        state.end(end.state(), end.why());
    }

    long finishMillis() {
        return state.finishMillis();
    }
}
