package io.millrace.hadoop.task;

import io.millrace.engine.task.Thrown;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes the open resources of a failed attempt. Logs exceptions, so that they do not hide the
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
            LOG.info("Closing a resource of a failed attempt failed, too", Thrown.sound(e));
        }
    }
}
