package io.millrace.hadoop.tracking;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;

/** The ends of a job's attempts, in order, numbered from 0. Guarded by the tracker's lock. */
final class CompletionEvents {

    /** No server has the logs of attempts. Not null, because Hadoop compares it. */
    private static final String NO_TRACKER = "";

    private final List<TaskCompletionEvent> events = new ArrayList<>();

    void add(AttemptTrack attempt, TaskCompletionEvent.Status status) {
        events.add(new Event(events.size(), attempt, status, (int) attempt.millis()));
    }

    /** The events from number {@code from} on, at most {@code max}; empty past the end. */
    TaskCompletionEvent[] slice(int from, int max) {
        int start = Math.min(Math.max(from, 0), events.size());
        int end = (int) Math.min(events.size(), (long) start + Math.max(max, 0));
        return events.subList(start, end).toArray(TaskCompletionEvent[]::new);
    }

    /** Hadoop's event, whose setters only a subclass may call. */
    private static final class Event extends TaskCompletionEvent {

        Event(int number, AttemptTrack attempt, Status status, int millis) {
            super(
                    number,
                    attempt.id(),
                    attempt.id().getId(),
                    attempt.id().getTaskType() == TaskType.MAP,
                    status,
                    NO_TRACKER);
            setTaskRunTime(millis);
        }
    }
}
