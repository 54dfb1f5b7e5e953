package io.millrace.hadoop.tracking;

import org.jspecify.annotations.Nullable;

/**
 * Limits how much text is kept on why attempts failed, so that a process can remember many jobs
 * with long failures: each attempt gets a sixteenth of its job's remaining limit, but at least some
 * lines. Guarded by the tracker's lock.
 */
final class Diagnostics {

    private static final int MOST_OF_JOB = 256 * 1024;
    private static final int SHARES = 16;
    private static final int LEAST_OF_ATTEMPT = 1_000;

    private int left = MOST_OF_JOB;

    /** Maximum number of characters for the next attempt that fails. */
    int mostOfNext() {
        return Math.max(LEAST_OF_ATTEMPT, left / SHARES);
    }

    /** Notes the text that is kept of an attempt, if any. */
    void kept(@Nullable String text) {
        left -= text == null ? 0 : Math.min(left, text.length());
    }
}
