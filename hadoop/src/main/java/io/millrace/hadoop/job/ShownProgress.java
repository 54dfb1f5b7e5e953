package io.millrace.hadoop.job;

import java.util.concurrent.TimeUnit;

/**
 * Progress as clients are told it: up to date once a second, and when all is done. Clients ask many
 * times a second so as to hear of the end at once, and print each change that they see.
 * Thread-safe.
 */
final class ShownProgress {

    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private long shownSinceNanos;
    private float shown;

    ShownProgress(long nowNanos) {
        shownSinceNanos = nowNanos;
    }

    /**
     * What to tell.
     *
     * @param progress how it is now, 0 to 1
     */
    synchronized float of(float progress, long nowNanos) {
        if (progress >= 1 || nowNanos - shownSinceNanos >= STEP_NANOS) {
            shown = progress;
            shownSinceNanos = nowNanos;
        }
        return shown;
    }
}
