package io.millrace.bench.exchange;

import java.io.Closeable;
import java.io.IOException;

/** One of two ends that send messages to each other. Used by one thread at a time. */
interface End extends Closeable {

    /** The size of the largest message. */
    int MAX_BYTES = 1 << 20;

    void send(int bytes) throws IOException, InterruptedException;

    /** Waits for a message of this size. */
    void receive(int bytes) throws IOException, InterruptedException;
}
