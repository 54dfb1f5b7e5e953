package io.millrace.hadoop.scope;

import io.millrace.engine.job.AttemptDiscardedException;
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

    /**
     * Refuses what an attempt has made while the state had changed.
     *
     * @throws AttemptDiscardedException if it ran at that time
     */
    void requireUntouched(AttemptId attempt) throws AttemptDiscardedException {
        if (touched.contains(attempt)) {
            throw new AttemptDiscardedException(
                    attempt
                            + " ran while state of the process was changed in a way that Millrace"
                            + " cannot see. It runs again; the job's log names the value");
        }
    }

    /** Forgets an attempt. */
    void ended(AttemptId attempt) {
        touched.remove(attempt);
    }
}
