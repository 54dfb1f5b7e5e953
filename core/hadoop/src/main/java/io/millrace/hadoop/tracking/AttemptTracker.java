package io.millrace.hadoop.tracking;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Excerpt;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.task.AttemptStatus;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.PathUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records a job's attempts: the engine reports events, and Hadoop's clients query the results.
 * Thread-safe: one lock over everything, held briefly.
 */
public final class AttemptTracker implements JobListener {

    private static final Logger LOG = LoggerFactory.getLogger(AttemptTracker.class);

    private final JobID job;

    @GuardedBy("this")
    private final List<TaskTrack> maps = new ArrayList<>();

    @GuardedBy("this")
    private final List<TaskTrack> reduces = new ArrayList<>();

    @GuardedBy("this")
    private final Map<AttemptId, AttemptTrack> attempts = new LinkedHashMap<>();

    @GuardedBy("this")
    private final Map<AttemptId, AttemptStatus> running = new LinkedHashMap<>();

    @GuardedBy("this")
    private final CompletionEvents events = new CompletionEvents();

    @GuardedBy("this")
    private final AttemptTally mapTally = new AttemptTally();

    @GuardedBy("this")
    private final AttemptTally reduceTally = new AttemptTally();

    @GuardedBy("this")
    private final PathTally paths = new PathTally();

    @GuardedBy("this")
    private final Diagnostics diagnostics = new Diagnostics();

    @GuardedBy("this")
    private final Counters won = new Counters();

    @GuardedBy("this")
    private @Nullable LimitExceededException tooManyCounters;

    @GuardedBy("this")
    private @Nullable String firstFailure;

    public AttemptTracker(JobID job) {
        this.job = job;
    }

    /** Lays out the tasks once their number is known. */
    public synchronized void layOut(int mapTasks, int reduceTasks) {
        for (int i = 0; i < mapTasks; i++) {
            maps.add(new TaskTrack(HadoopIds.task(job, TaskKind.MAP, i)));
        }
        for (int i = 0; i < reduceTasks; i++) {
            reduces.add(new TaskTrack(HadoopIds.task(job, TaskKind.REDUCE, i)));
        }
    }

    /** Tasks of both kinds; 0 before they are laid out. */
    public synchronized int tasks() {
        return tasks(TaskKind.MAP) + tasks(TaskKind.REDUCE);
    }

    /** Tasks of this kind; 0 before they are laid out. */
    public synchronized int tasks(TaskKind kind) {
        return tracks(kind).size();
    }

    /**
     * The status that receives the attempt's progress and counters. Called before or after the
     * attempt starts, but not once it has ended.
     */
    public synchronized AttemptStatus statusOf(AttemptId attempt) {
        track(attempt);
        AttemptStatus status = running.get(attempt);
        if (status == null) {
            throw new IllegalStateException(HadoopIds.attempt(job, attempt) + " has ended");
        }
        return status;
    }

    @Override
    public synchronized void attemptStarted(AttemptId attempt) {
        track(attempt);
    }

    @Override
    public synchronized void attemptSucceeded(
            AttemptId attempt, OutputStatistics output, long spilledRecords) {
        AttemptStatus status = statusOf(attempt);
        status.progress(1);
        status.countOutput(
                output, spilledRecords, attempt.kind() == TaskKind.MAP ? reduces.size() : 0);
        try {
            won.incrAllCounters(status.counters());
        } catch (LimitExceededException e) {
            // Each attempt is within the limit, but their sum is not: a query of the sum reports
            // that.
            tooManyCounters = e;
        }
        paths.add(status.taken());
        end(attempt, AttemptTrack.Outcome.SUCCEEDED, TaskCompletionEvent.Status.SUCCEEDED, null);
        task(attempt).won(track(attempt));
    }

    /** Adds what a round of partial reduce counted. */
    public synchronized void partiallyReduced(Counters counted) {
        try {
            won.incrAllCounters(counted);
        } catch (LimitExceededException e) {
            tooManyCounters = e;
        }
    }

    @Override
    public synchronized void outputLost(AttemptId attempt) {
        AttemptTrack lost = track(attempt);
        for (Counters.Group group : lost.counters()) {
            for (Counters.Counter each : group) {
                won.findCounter(group.getName(), each.getName()).increment(-each.getValue());
            }
        }
        lost.lose("its output was lost with the worker that held it");
        task(attempt).lost();
        tally(attempt.kind()).lost();
        events.add(lost, TaskCompletionEvent.Status.OBSOLETE);
    }

    @Override
    public void attemptFailed(AttemptId attempt, Throwable cause, boolean last) {
        String id = HadoopIds.attempt(job, attempt).toString();
        if (last) {
            LOG.warn("{} failed, and its task with it", id, cause);
        } else {
            LOG.warn("{} failed, and its task is retried: {}", id, cause.toString());
        }
        String stack = Thrown.print(cause, mostOfNextDiagnostics());
        synchronized (this) {
            end(
                    attempt,
                    AttemptTrack.Outcome.FAILED,
                    last ? TaskCompletionEvent.Status.TIPFAILED : TaskCompletionEvent.Status.FAILED,
                    "Error: " + stack);
            if (last) {
                task(attempt).failed();
                if (firstFailure == null) {
                    firstFailure = "Task failed " + task(attempt).id();
                }
            }
        }
    }

    @Override
    public synchronized void attemptKilled(AttemptId attempt, String why) {
        end(
                attempt,
                AttemptTrack.Outcome.KILLED,
                TaskCompletionEvent.Status.KILLED,
                Excerpt.of(why, mostOfNextDiagnostics()));
    }

    private synchronized int mostOfNextDiagnostics() {
        return diagnostics.mostOfNext();
    }

    @GuardedBy("this")
    private void end(
            AttemptId attempt,
            AttemptTrack.Outcome outcome,
            TaskCompletionEvent.Status status,
            @Nullable String why) {
        AttemptTrack track = track(attempt);
        track.end(outcome, System.currentTimeMillis(), why);
        diagnostics.kept(why);
        tally(attempt.kind()).ended(outcome, track.millis());
        running.remove(attempt);
        events.add(track, status);
    }

    @GuardedBy("this")
    private AttemptTrack track(AttemptId attempt) {
        AttemptTrack known = attempts.get(attempt);
        if (known != null) {
            return known;
        }
        AttemptStatus status = new AttemptStatus(HadoopIds.attempt(job, attempt));
        AttemptTrack made = new AttemptTrack(status, System.currentTimeMillis());
        attempts.put(attempt, made);
        running.put(attempt, status);
        task(attempt).started(made);
        tally(attempt.kind()).launched();
        return made;
    }

    @GuardedBy("this")
    private TaskTrack task(AttemptId attempt) {
        return tracks(attempt.kind()).get(attempt.task());
    }

    @GuardedBy("this")
    private List<TaskTrack> tracks(TaskKind kind) {
        return kind == TaskKind.MAP ? maps : reduces;
    }

    @GuardedBy("this")
    private AttemptTally tally(TaskKind kind) {
        return kind == TaskKind.MAP ? mapTally : reduceTally;
    }

    /** Mean over all tasks of this kind, 0 to 1; 0 if there is none. */
    public synchronized float progress(TaskKind kind) {
        List<TaskTrack> tasks = tracks(kind);
        double sum = 0;
        for (TaskTrack task : tasks) {
            sum += task.progress();
        }
        return tasks.isEmpty() ? 0 : (float) (sum / tasks.size());
    }

    public synchronized int running(TaskKind kind) {
        return (int) running.keySet().stream().filter(attempt -> attempt.kind() == kind).count();
    }

    /** Tasks of this kind that have not ended and have no attempt that runs. */
    public synchronized int waiting(TaskKind kind) {
        return (int) tracks(kind).stream().filter(TaskTrack::waits).count();
    }

    /** Statuses of the running attempts, used to find those that hang. */
    public synchronized Map<AttemptId, AttemptStatus> runningStatuses() {
        return new LinkedHashMap<>(running);
    }

    /** A report for each task, in task order; empty for kinds of task that do not run. */
    public synchronized TaskReport[] reports(TaskType type) {
        TaskKind kind = HadoopIds.kind(type);
        return kind == null
                ? new TaskReport[0]
                : tracks(kind).stream().map(TaskTrack::report).toArray(TaskReport[]::new);
    }

    public synchronized TaskCompletionEvent[] events(int from, int max) {
        return events.slice(from, max);
    }

    /** Why the attempt failed or was killed; empty if it did not, or is unknown. */
    public synchronized String[] diagnostics(AttemptId attempt) {
        AttemptTrack track = attempts.get(attempt);
        String text = track == null ? null : track.diagnostics();
        return text == null ? new String[0] : new String[] {text};
    }

    /** Attempts that failed or were killed, in start order. */
    public synchronized List<LostAttempt> lostAttempts() {
        List<LostAttempt> lost = new ArrayList<>();
        for (AttemptTrack track : attempts.values()) {
            String why = track.diagnostics();
            if (why != null) {
                boolean failed = track.outcome() == AttemptTrack.Outcome.FAILED;
                lost.add(new LostAttempt(track.id().toString(), failed, why));
            }
        }
        return lost;
    }

    /** The quick paths that successful attempts took. */
    public synchronized List<PathUse> paths() {
        return paths.uses();
    }

    /**
     * Adds up the counters of the winning attempts, or of the best running ones of tasks without a
     * winner, and the numbers of attempts.
     *
     * @throws org.apache.hadoop.mapreduce.counters.LimitExceededException if there are too many of
     *     them in total
     */
    public synchronized Counters sum() {
        if (tooManyCounters != null) {
            throw new LimitExceededException(tooManyCounters);
        }
        Counters sum = new Counters();
        sum.incrAllCounters(won);
        for (AttemptId attempt : running.keySet()) {
            AttemptTrack best = task(attempt).best();
            if (best != null && best == attempts.get(attempt)) {
                sum.incrAllCounters(best.counters());
            }
        }
        mapTally.addMapsTo(sum);
        reduceTally.addReducesTo(sum);
        return sum;
    }

    /** The failure, in the words of a cluster's job status; empty if no task has failed. */
    public synchronized String failure() {
        if (firstFailure == null) {
            return "";
        }
        return firstFailure
                + "; Job failed as tasks failed. failedMaps:"
                + failed(maps)
                + " failedReduces:"
                + failed(reduces);
    }

    private static long failed(List<TaskTrack> tasks) {
        return tasks.stream().filter(TaskTrack::hasFailed).count();
    }
}
