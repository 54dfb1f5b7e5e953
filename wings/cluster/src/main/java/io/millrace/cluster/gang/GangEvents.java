package io.millrace.cluster.gang;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.jspecify.annotations.Nullable;

/**
 * The ends of attempts that the client of a gang shows: those of the gang's map tasks, and among
 * them the failed ones of the job. Thread-safe.
 */
final class GangEvents {

    /** Gives the events of the gang from a number on. */
    @FunctionalInterface
    interface OfGang {
        TaskCompletionEvent[] from(int number) throws IOException, InterruptedException;
    }

    private final FailureNotes notes;
    private final List<TaskCompletionEvent> all = new ArrayList<>();

    /** By the attempt's id, of which Hadoop has two unequal classes. */
    private final Map<String, List<String>> diagnostics = new HashMap<>();

    private int ofGang;

    GangEvents(FailureNotes notes) {
        this.notes = notes;
    }

    /** The events from a number on, up to a limit. */
    synchronized TaskCompletionEvent[] from(int number, int most, OfGang gang)
            throws IOException, InterruptedException {
        for (TaskCompletionEvent each : gang.from(ofGang)) {
            all.add(each);
            ofGang++;
        }
        for (FailedAttempt each : notes.read()) {
            all.add(each.event());
            diagnostics.put(each.event().getTaskAttemptId().toString(), each.diagnostics());
        }
        int begin = Math.min(number, all.size());
        return all.subList(begin, Math.min(begin + most, all.size()))
                .toArray(TaskCompletionEvent[]::new);
    }

    /** Why an attempt of the job failed; null if it is not known here. */
    synchronized String @Nullable [] diagnostics(TaskAttemptID attempt) {
        List<String> known = diagnostics.get(attempt.toString());
        return known == null ? null : known.toArray(String[]::new);
    }
}
