package io.millrace.hadoop.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import io.millrace.engine.task.TaskKind;
import java.io.IOException;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AttemptTrackerTest {

    private static final AttemptId MAP_0_0 = new AttemptId(TaskKind.MAP, 0, 0);
    private static final AttemptId MAP_0_1 = new AttemptId(TaskKind.MAP, 0, 1);
    private static final AttemptId MAP_1_0 = new AttemptId(TaskKind.MAP, 1, 0);
    private static final AttemptId REDUCE_0_0 = new AttemptId(TaskKind.REDUCE, 0, 0);

    private final AttemptTracker tracker = new AttemptTracker(new JobID("17", 1));

    @BeforeEach
    void layOut() {
        tracker.layOut(2, 1);
    }

    @Test
    void eachEndedAttemptIsAnEventInOrder() {
        fail(MAP_0_0, false);
        succeed(MAP_1_0);
        kill(REDUCE_0_0);
        fail(MAP_0_1, true);
        TaskCompletionEvent[] events = tracker.events(0, 10);
        assertThat(events)
                .extracting(TaskCompletionEvent::getStatus)
                .containsExactly(
                        TaskCompletionEvent.Status.FAILED,
                        TaskCompletionEvent.Status.SUCCEEDED,
                        TaskCompletionEvent.Status.KILLED,
                        TaskCompletionEvent.Status.TIPFAILED);
        assertThat(events).extracting(TaskCompletionEvent::getEventId).containsExactly(0, 1, 2, 3);
        assertThat(events)
                .extracting(TaskCompletionEvent::isMapTask)
                .containsExactly(true, true, false, true);
        assertThat(events[3].getTaskAttemptId()).hasToString("attempt_17_0001_m_000000_1");
    }

    @Test
    void eventsNameNoServerAndCanBeCompared() {
        succeed(MAP_0_0);
        TaskCompletionEvent event = tracker.events(0, 1)[0];
        assertThat(event.getTaskTrackerHttp()).isEmpty();
        assertThat(event).isEqualTo(tracker.events(0, 1)[0]);
    }

    @Test
    void eventsAreHandedOutInSlices() {
        succeed(MAP_0_0);
        succeed(MAP_1_0);
        assertThat(tracker.events(1, 10)).hasSize(1);
        assertThat(tracker.events(0, 1)).hasSize(1);
        assertThat(tracker.events(2, 10)).isEmpty();
        assertThat(tracker.events(99, 10)).isEmpty();
    }

    @Test
    void aFailedAttemptCountsForNothingButItself() {
        count(MAP_0_0, 5);
        fail(MAP_0_0, false);
        count(MAP_0_1, 3);
        succeed(MAP_0_1);
        count(MAP_1_0, 4);
        succeed(MAP_1_0);
        Counters sum = tracker.sum();
        assertThat(sum.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(7);
        assertThat(sum.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue()).isEqualTo(3);
        assertThat(sum.findCounter(JobCounter.NUM_FAILED_MAPS).getValue()).isEqualTo(1);
        assertThat(sum.findCounter(JobCounter.TOTAL_LAUNCHED_REDUCES).getValue()).isZero();
    }

    @Test
    void aRunningAttemptCountsWhileNoneHasWon() {
        count(MAP_0_0, 5);
        assertThat(tracker.sum().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
                .isEqualTo(5);
    }

    @Test
    void progressIsTheMeanOverAllTasks() {
        succeed(MAP_0_0);
        tracker.statusOf(MAP_1_0).progress(0.5f);
        assertThat(tracker.progress(TaskKind.MAP)).isEqualTo(0.75f);
        assertThat(tracker.progress(TaskKind.REDUCE)).isZero();
    }

    @Test
    void reportsTellHowEachTaskStands() {
        fail(MAP_0_0, false);
        count(MAP_0_1, 3);
        succeed(MAP_0_1);
        tracker.attemptStarted(MAP_1_0);
        tracker.statusOf(MAP_1_0).text("half way");
        TaskReport[] reports = tracker.reports(TaskType.MAP);
        assertThat(reports)
                .extracting(TaskReport::getCurrentStatus)
                .containsExactly(TIPStatus.COMPLETE, TIPStatus.RUNNING);
        assertThat(reports[0].getTaskId()).isEqualTo("task_17_0001_m_000000");
        assertThat(reports[0].getSuccessfulTaskAttemptId())
                .hasToString("attempt_17_0001_m_000000_1");
        assertThat(reports[0].getDiagnostics()).hasSize(1);
        assertThat(
                        reports[0]
                                .getTaskCounters()
                                .findCounter(TaskCounter.MAP_INPUT_RECORDS)
                                .getValue())
                .isEqualTo(3);
        assertThat(reports[0].getFinishTime()).isGreaterThanOrEqualTo(reports[0].getStartTime());
        assertThat(reports[1].getState()).isEqualTo("half way");
        assertThat(reports[1].getRunningTaskAttemptIds()).hasSize(1);
        assertThat(tracker.reports(TaskType.REDUCE)[0].getCurrentStatus())
                .isEqualTo(TIPStatus.PENDING);
        assertThat(tracker.reports(TaskType.JOB_SETUP)).isEmpty();
    }

    @Test
    void ofAttemptsThatFailAtLengthTheBeginningAndTheEndAreKept() {
        int tasks = 2_000;
        AttemptTracker many = new AttemptTracker(new JobID("18", 1));
        many.layOut(tasks, 0);
        long kept = 0;
        String message = "begin " + "x".repeat(100_000);
        for (int task = 0; task < tasks; task++) {
            AttemptId attempt = new AttemptId(TaskKind.MAP, task, 0);
            IOException failure =
                    new IOException("outer " + message, new IllegalStateException(message));
            failure.getCause()
                    .setStackTrace(
                            new StackTraceElement[] {
                                new StackTraceElement("Last", "frame", "Last.java", 1)
                            });
            many.attemptFailed(attempt, failure, true);
            String text = many.diagnostics(attempt)[0];
            assertThat(text).startsWith("Error: java.io.IOException: outer begin x");
            assertThat(text).contains("Last.frame(Last.java:1)");
            kept += text.length();
        }
        assertThat(kept).isLessThan(3_000_000);
    }

    @Test
    void diagnosticsAreTheStackTrace() {
        fail(MAP_0_0, true);
        assertThat(tracker.diagnostics(MAP_0_0)[0])
                .startsWith("Error: java.io.IOException: bad disk")
                .contains("at ");
        assertThat(tracker.diagnostics(MAP_1_0)).isEmpty();
        assertThat(tracker.failure())
                .isEqualTo(
                        "Task failed task_17_0001_m_000000; Job failed as tasks failed. failedMaps:1 failedReduces:0");
    }

    private void count(AttemptId attempt, long records) {
        tracker.attemptStarted(attempt);
        tracker.statusOf(attempt)
                .counters()
                .findCounter(TaskCounter.MAP_INPUT_RECORDS)
                .increment(records);
    }

    private void succeed(AttemptId attempt) {
        tracker.attemptStarted(attempt);
        tracker.attemptSucceeded(attempt, OutputStatistics.NONE, 0);
    }

    private void fail(AttemptId attempt, boolean last) {
        tracker.attemptStarted(attempt);
        tracker.attemptFailed(attempt, new IOException("bad disk"), last);
    }

    private void kill(AttemptId attempt) {
        tracker.attemptStarted(attempt);
        tracker.attemptKilled(attempt, "not wanted");
    }
}
