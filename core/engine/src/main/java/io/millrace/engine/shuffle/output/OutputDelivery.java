package io.millrace.engine.shuffle.output;

import java.io.IOException;

/** Delivers the output of map attempts to the processes that reduce it. Thread-safe. */
@FunctionalInterface
public interface OutputDelivery {

    /**
     * Begins with an output before its first record.
     *
     * @param output lent, until the delivery is closed
     */
    Delivery begin(MapOutput output);

    /** The delivery of an output. Used by the attempt's thread. */
    interface Delivery extends AutoCloseable {

        /** Returns when all receivers have the output, which is sealed. */
        void complete() throws IOException, InterruptedException;

        /** Ends what is under way. May be called twice. */
        @Override
        void close();
    }
}
