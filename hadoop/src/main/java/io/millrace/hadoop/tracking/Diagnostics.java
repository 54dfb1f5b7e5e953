package io.millrace.hadoop.tracking;

import org.jspecify.annotations.Nullable;

/**
 * How much is kept of why attempts failed, so that a process can remember many jobs that fail at
 * length: each attempt has a sixteenth of what is left for its job, and some lines in any case.
 * Guarded by the tracker's lock.
 */
final class Diagnostics {

    private static final int MOST_OF_JOB = 256 * 1024;
    private static final int SHARES = 16;
    private static final int LEAST_OF_ATTEMPT = 1_000;

    private int left = MOST_OF_JOB;

    /** Characters that the next attempt to fail may keep. */
    int mostOfNext() {
        return Math.max(LEAST_OF_ATTEMPT, left / SHARES);
    }

    /** Notes what is kept of an attempt, if anything. */
    void kept(@Nullable String text) {
        left -= text == null ? 0 : Math.min(left, text.length());
    }
}
