package io.millrace.exchange.shuffle;

import io.millrace.engine.task.AttemptId;
import java.io.DataInput;
import java.io.IOException;

/** Receives this worker's parts of map outputs. Called by a thread for each sender. */
@FunctionalInterface
public interface PartReceiver {

    /**
     * Takes a part, whole or not at all. The same part may come again.
     *
     * @throws IOException if it cannot be kept, or has not come whole
     */
    void take(AttemptId attempt, DataInput part) throws IOException;
}
