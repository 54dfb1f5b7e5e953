package io.millrace.hadoop.tracking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskReport;
import org.jspecify.annotations.Nullable;

/**
 * The tracker's record of one task: its attempts, and the winner. Guarded by the tracker's lock.
 */
final class TaskTrack {

    private final TaskID id;
    private final List<AttemptTrack> attempts = new ArrayList<>(1);
    private @Nullable AttemptTrack winner;
    private boolean failed;

    TaskTrack(TaskID id) {
        this.id = id;
    }

    void started(AttemptTrack attempt) {
        attempts.add(attempt);
    }

    void won(AttemptTrack attempt) {
        winner = attempt;
    }

    /** The output of the winner was lost: another attempt follows. */
    void lost() {
        winner = null;
    }

    void failed() {
        failed = true;
    }

    TaskID id() {
        return id;
    }

    boolean hasFailed() {
        return failed;
    }

    /** Whether nothing more will happen to the task. */
    boolean ended() {
        return winner != null || failed;
    }

    /** Whether the task has not ended and has no running attempt. */
    boolean waits() {
        return !ended() && attempts.stream().noneMatch(TaskTrack::runs);
    }

    /** 1 once the task has ended, otherwise the progress of its best attempt. */
    float progress() {
        if (ended()) {
            return 1;
        }
        AttemptTrack best = best();
        return best == null ? 0 : best.progress();
    }

    /**
     * The winning attempt, or the best running one before there is a winner; null if neither
     * exists.
     */
    @Nullable AttemptTrack best() {
        if (winner != null) {
            return winner;
        }
        return attempts.stream()
                .filter(TaskTrack::runs)
                .max(Comparator.comparingDouble(AttemptTrack::progress))
                .orElse(null);
    }

    private static boolean runs(AttemptTrack attempt) {
        return attempt.outcome() == AttemptTrack.Outcome.RUNNING;
    }

    TaskReport report() {
        AttemptTrack best = best();
        return new Report(this, best == null ? new Counters() : best.counters());
    }

    private TIPStatus tipStatus(boolean running) {
        if (winner != null) {
            return TIPStatus.COMPLETE;
        }
        if (failed) {
            return TIPStatus.FAILED;
        }
        if (running) {
            return TIPStatus.RUNNING;
        }
        return attempts.stream()
                        .anyMatch(attempt -> attempt.outcome() == AttemptTrack.Outcome.KILLED)
                ? TIPStatus.KILLED
                : TIPStatus.PENDING;
    }

    private String text() {
        AttemptTrack best = best();
        return best == null ? "" : best.text();
    }

    private long startMillis() {
        return attempts.isEmpty() ? 0 : attempts.get(0).startMillis();
    }

    private long finishMillis() {
        return running().isEmpty() && !attempts.isEmpty()
                ? attempts.get(attempts.size() - 1).finishMillis()
                : 0;
    }

    private String[] diagnostics() {
        return attempts.stream()
                .map(AttemptTrack::diagnostics)
                .filter(Objects::nonNull)
                .toArray(String[]::new);
    }

    private List<TaskAttemptID> running() {
        return attempts.stream()
                .filter(TaskTrack::runs)
                .<TaskAttemptID>map(AttemptTrack::id)
                .toList();
    }

    /** Hadoop's report, whose setters only a subclass may call. */
    private static final class Report extends TaskReport {

        Report(TaskTrack task, Counters counters) {
            super(
                    task.id,
                    task.progress(),
                    task.text(),
                    task.diagnostics(),
                    task.tipStatus(!task.running().isEmpty()),
                    task.startMillis(),
                    task.finishMillis(),
                    new org.apache.hadoop.mapreduce.Counters(counters));
            if (task.winner != null) {
                setSuccessfulAttemptId(task.winner.id());
            }
            setRunningTaskAttemptIds(task.running());
        }
    }
}
