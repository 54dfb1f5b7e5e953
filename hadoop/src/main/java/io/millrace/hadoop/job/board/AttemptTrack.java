package io.millrace.hadoop.job.board;

import io.millrace.hadoop.task.AttemptStatus;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.jspecify.annotations.Nullable;

/** One attempt as the board remembers it. Guarded by the board's lock, but for what is final. */
final class AttemptTrack {

    /** How an attempt stands. */
    enum Outcome {
        RUNNING,
        SUCCEEDED,
        FAILED,
        KILLED
    }

    private final AttemptStatus status;
    private final long startMillis;
    private long finishMillis;
    private Outcome outcome = Outcome.RUNNING;
    private @Nullable String diagnostics;

    AttemptTrack(AttemptStatus status, long startMillis) {
        this.status = status;
        this.startMillis = startMillis;
    }

    void end(Outcome how, long nowMillis, @Nullable String why) {
        outcome = how;
        finishMillis = nowMillis;
        diagnostics = why;
    }

    TaskAttemptID id() {
        return status.id();
    }

    AttemptStatus status() {
        return status;
    }

    Outcome outcome() {
        return outcome;
    }

    boolean running() {
        return outcome == Outcome.RUNNING;
    }

    long startMillis() {
        return startMillis;
    }

    /** 0 while the attempt runs. */
    long finishMillis() {
        return finishMillis;
    }

    long millisUntil(long nowMillis) {
        return (running() ? nowMillis : finishMillis) - startMillis;
    }

    /** Why the attempt failed or was killed, or null. */
    @Nullable String diagnostics() {
        return diagnostics;
    }
}
