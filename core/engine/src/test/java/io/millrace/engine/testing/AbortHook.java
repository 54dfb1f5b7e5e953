package io.millrace.engine.testing;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.testing.ByteJob.Point;

/** Runs the hook of an abort, which may break the rule that aborts do not throw. */
final class AbortHook {

    private AbortHook() {}

    static void run(ByteJob job, Point point, AttemptId attempt) {
        try {
            job.reached(point, attempt);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "the hook at " + point + " of " + attempt + " failed", e);
        }
    }
}
