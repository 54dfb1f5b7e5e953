package io.millrace.engine.shuffle.output;

/** The states of a {@link MapOutput}, which has a drawing of them. */
enum OutputState {
    /** Takes records. */
    OPEN,
    /** All records are in; the last chunks are sorted, combined and merged. */
    SEALING,
    /** Complete: its size is known, and nothing is pending. */
    SEALED,
    /** The job has the runs. */
    PUBLISHED,
    /** The caller has the runs, for another process. */
    HANDED_OVER,
    /** Runs that were neither published nor handed over are given back. */
    CLOSED;

    /**
     * Checks a step that needs this state.
     *
     * @throws IllegalStateException if the output is in another state
     */
    void require(OutputState actual, String step) {
        if (actual != this) {
            throw new IllegalStateException(
                    "an output must be " + this + " to " + step + ", and it is " + actual);
        }
    }
}
