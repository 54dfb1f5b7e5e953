package io.millrace.hadoop.scope;

import io.millrace.engine.job.AttemptDiscardedException;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.state.ProcessState;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Compares the state of the process with the one that a job's first attempt found, for changes that
 * no attempt announced. Looks away once another job in this process has announced one, whose
 * attempts it cannot tell from the job's own. Not thread-safe.
 */
final class ChangeWatch {

    /** Counts the announced changes of all jobs in this process. */
    private static final AtomicLong ANNOUNCED = new AtomicLong();

    private @Nullable ProcessState found;

    /** The count when {@link #found} was read, and the job's own announcements since. */
    private long announced;

    private boolean seen;

    private final Set<AttemptId> running = new HashSet<>();

    /** The attempts that ran while the state had changed. */
    private final Set<AttemptId> touched = new HashSet<>();

    /** An attempt is about to run the job's code, alone if a change was seen. */
    void enters(AttemptId attempt) {
        running.add(attempt);
        if (found == null) {
            announced = ANNOUNCED.get();
            found = ProcessState.glance();
        } else if (seen) {
            found.restore();
        }
    }

    /** An attempt of the job is about to bring state of its own. */
    void announces() {
        announced++;
        ANNOUNCED.incrementAndGet();
    }

    /** Names the value that has changed, for people; null if none has. */
    @Nullable String changed() {
        return found == null || ANNOUNCED.get() != announced ? null : found.changed();
    }

    /** A change was seen: nobody knows which of the running attempts made it, and which used it. */
    void touchesAll() {
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
        running.remove(attempt);
        touched.remove(attempt);
    }
}
