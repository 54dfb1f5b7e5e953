package io.millrace.hadoop.scope;

import io.millrace.hadoop.state.ProcessState;
import org.jspecify.annotations.Nullable;

/**
 * State of the process as an attempt has made it, or a job's attempts one after the other: in the
 * process while they run, or put aside. Not thread-safe.
 */
final class OwnState {

    /** The values that it has replaced; null while it is put aside. */
    private @Nullable ProcessState replaced;

    private @Nullable ProcessState own;

    /** Puts it into the process. */
    void enter() {
        if (replaced == null) {
            replaced = ProcessState.read();
            if (own != null) {
                own.restore();
            }
        }
    }

    /** Takes it from the process. */
    void leave() {
        if (replaced != null) {
            own = ProcessState.read();
            replaced.restore();
            replaced = null;
        }
    }

    /** Whether it is in the process. */
    boolean isInPlace() {
        return replaced != null;
    }

    /** Names a value in the process that it has replaced, for people; null if there is none. */
    @Nullable String changed() {
        return replaced == null ? null : replaced.changed();
    }
}
