package io.millrace.hadoop.job;

import java.util.concurrent.TimeUnit;

/**
 * The progress that clients see: updated once a second, and at the end. Clients poll many times a
 * second to notice the end at once, and print each change that they see. Thread-safe.
 */
final class ShownProgress {

    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long shownSinceNanos;
    private float shown;

    ShownProgress(long nowNanos) {
        shownSinceNanos = nowNanos;
    }

    /**
     * The progress to report.
     *
     * @param progress the current progress, 0 to 1
     */
    synchronized float of(float progress, long nowNanos) {
        if (progress >= 1 || nowNanos - shownSinceNanos >= STEP_NANOS) {
            shown = progress;
            shownSinceNanos = nowNanos;
        }
        return shown;
    }
}
