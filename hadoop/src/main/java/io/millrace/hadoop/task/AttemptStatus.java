package io.millrace.hadoop.task;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * What can be seen of one attempt from outside while it runs and afterwards: progress, status text,
 * counters. The attempt writes it, the job reads it. Thread-safe.
 */
public final class AttemptStatus {

    private final TaskAttemptID id;
    private final Counters counters = new Counters();
    private volatile float progress;
    private volatile String text = "";

    public AttemptStatus(TaskAttemptID id) {
        this.id = id;
    }

    public TaskAttemptID id() {
        return id;
    }

    /** The attempt's live counters. */
    public Counters counters() {
        return counters;
    }

    /** 0 to 1; never goes back. */
    public float progress() {
        return progress;
    }

    public void progress(float value) {
        progress = Math.max(progress, Math.min(1, value));
    }

    /** What the user's code last said it was doing. */
    public String text() {
        return text;
    }

    public void text(String value) {
        text = value;
    }
}
