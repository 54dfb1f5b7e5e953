package io.millrace.engine.shuffle;

import java.io.IOException;

/** Delivers the output of map attempts to the processes that reduce it. Thread-safe. */
@FunctionalInterface
public interface OutputDelivery {

    /**
     * Returns when all receivers have it.
     *
     * @param output sealed; lent
     */
    void deliver(MapOutput output) throws IOException, InterruptedException;
}
