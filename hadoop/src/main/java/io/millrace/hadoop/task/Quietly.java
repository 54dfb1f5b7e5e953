package io.millrace.hadoop.task;

import io.millrace.engine.task.Thrown;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes what a failed attempt leaves open; what that throws is logged and does not hide the
 * failure.
 */
final class Quietly {

    private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

    private Quietly() {}

    /** Something that can be closed. */
    interface Closing {
        void close() throws Exception;
    }

    static void close(@Nullable Closing closing) {
        if (closing == null) {
            return;
        }
        try {
            closing.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) { // the edge of user code; an error here must not hide the failure
            // either
            LOG.info("Closing what a failed attempt left open failed, too", Thrown.sound(e));
        }
    }
}
