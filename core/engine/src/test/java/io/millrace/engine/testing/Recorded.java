package io.millrace.engine.testing;

import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.OutputStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes down what a job tells its listener, as text such as {@code map-0.1 started}. Thread-safe.
 */
public final class Recorded implements JobListener {

    private final List<String> events = new ArrayList<>();
    private final AtomicLong outputRecords = new AtomicLong();

    /** What was told so far, in order. */
    public List<String> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    /** Records that the successful map attempts put out, after combining. */
    public long outputRecords() {
        return outputRecords.get();
    }

    @Override
    public void attemptStarted(AttemptId attempt) {
        add(attempt + " started");
    }

    @Override
    public void attemptSucceeded(AttemptId attempt, OutputStatistics output, long spilledRecords) {
        outputRecords.addAndGet(output.records());
        add(attempt + " succeeded");
    }

    @Override
    public void attemptFailed(AttemptId attempt, Throwable cause, boolean last) {
        add(attempt + (last ? " failed for good: " : " failed: ") + cause.getMessage());
    }

    @Override
    public void attemptKilled(AttemptId attempt, String why) {
        add(attempt + " killed: " + why);
    }

    @Override
    public void mapsEnded() {
        add("maps ended");
    }

    private void add(String event) {
        synchronized (events) {
            events.add(event);
        }
    }
}
