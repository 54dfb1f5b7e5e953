package io.millrace.exchange.shuffle;

import java.io.DataOutput;
import java.io.IOException;

/** A block of map output, in parts for workers. */
@FunctionalInterface
public interface OutputParts {

    /**
     * Writes the part for a worker. May be called again for the same worker.
     *
     * @param compressed whether to compress it
     * @return bytes of its records
     */
    long writePart(int worker, boolean compressed, DataOutput out) throws IOException;
}
