package io.millrace.exchange.gang;

import java.io.IOException;

/** The meeting point of one gang's workers, at the start and whenever one of them was lost. */
public interface Rendezvous extends AutoCloseable {

    /**
     * Waits until all workers have joined. A worker with the rank of an earlier attempt replaces
     * that attempt and ends its epoch.
     *
     * @throws IOException if not all workers join in time
     */
    Transport join() throws IOException, InterruptedException;

    /** Ends the worker's part in its gang; its transports have been closed. */
    @Override
    default void close() {}
}
