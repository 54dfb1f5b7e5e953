package io.millrace.bench.exchange;

import java.io.IOException;

/** A way to move bytes from one end to another and back. */
interface Way extends AutoCloseable {

    /** Moves messages of this size, and returns the nanoseconds until the last has arrived. */
    long run(Talk talk, int bytes, int count) throws Exception;

    @Override
    void close() throws IOException;
}
