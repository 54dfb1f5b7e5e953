package io.millrace.exchange.shuffle;

import java.io.DataInput;
import java.io.IOException;

/** Receives this worker's parts of blocks. Called by a thread for each sender. */
@FunctionalInterface
public interface PartReceiver {

    /**
     * Takes a part, whole or not at all. The same part may come again.
     *
     * @throws IOException if it cannot be kept, or has not come whole
     */
    void take(OutputBlock block, DataInput part) throws IOException;
}
