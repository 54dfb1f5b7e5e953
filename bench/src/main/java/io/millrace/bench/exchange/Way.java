package io.millrace.bench.exchange;

import java.io.IOException;

/** A way to move bytes from one end to another and back. */
interface Way extends AutoCloseable {

    /** Sends messages there and back, one at a time, and returns the nanoseconds of all. */
    long roundTrips(int bytes, int count) throws Exception;

    /** Sends messages in one direction; returns the nanoseconds until the other end has all. */
    long stream(int bytes, int count) throws Exception;

    @Override
    void close() throws IOException;
}
