package io.millrace.hadoop.scope;

import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.state.ProcessState;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the state of the process with the one that a job's first attempt found, for changes that
 * no attempt announced. Not thread-safe.
 */
final class ChangeWatch {

    private @Nullable ProcessState found;

    private boolean seen;

    /** The attempts that ran while the state had changed. */
    private final Set<AttemptId> touched = new HashSet<>();

    /** An attempt is about to run the job's code, alone if a change was seen. */
    void enters() {
        if (found == null) {
            found = ProcessState.glance();
        } else if (seen) {
            found.restore();
        }
    }

    /** Names the value that has changed, for people; null if none has. */
    @Nullable String changed() {
        return found == null ? null : found.changed();
    }

    /** A change was seen: nobody knows which of the running attempts made it, and which used it. */
    void touches(Set<AttemptId> running) {
        seen = true;
        touched.addAll(running);
    }

    /** An attempt cannot continue beside others. */
    void discards(AttemptId attempt) {
        touched.add(attempt);
    }

    /** Why what an attempt has made or failed to make does not count; null if it does. */
    @Nullable AttemptDiscardedException refusal(AttemptId attempt) {
        return touched.contains(attempt)
                ? new AttemptDiscardedException(
                        attempt
                                + " ran while state of the process was changed, or was about to"
                                + " be, in a way that Millrace could not delay. It runs again; the"
                                + " job's log names the value")
                : null;
    }

    /** Forgets an attempt. */
    void ended(AttemptId attempt) {
        touched.remove(attempt);
    }
}
