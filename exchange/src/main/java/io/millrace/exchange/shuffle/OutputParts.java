package io.millrace.exchange.shuffle;

import java.io.DataOutput;
import java.io.IOException;

/** The output of a map attempt, in parts for workers. */
@FunctionalInterface
public interface OutputParts {

    /** Writes the part for a worker. May be called again for the same worker. */
    void writePart(int worker, DataOutput out) throws IOException;
}
