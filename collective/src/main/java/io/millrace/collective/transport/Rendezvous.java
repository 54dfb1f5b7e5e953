package io.millrace.collective.transport;

import java.io.IOException;

/** The meeting point of one gang's workers, at the start and whenever one of them was lost. */
public interface Rendezvous {

    /**
     * Waits until all workers have joined. A worker with the rank of an earlier attempt replaces
     * that attempt and ends its epoch.
     *
     * @throws IOException if not all workers join in time
     */
    Transport join(int rank) throws IOException, InterruptedException;
}
