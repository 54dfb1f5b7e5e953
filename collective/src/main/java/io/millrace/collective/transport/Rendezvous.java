package io.millrace.collective.transport;

import java.io.IOException;

/** Where the workers of one gang meet, at first and again whenever one of them was lost. */
public interface Rendezvous {

    /**
     * Waits until all workers are there. Whoever comes with a rank that another attempt had takes
     * its place, and breaks what it was in.
     *
     * @throws IOException if they are not all there in time
     */
    Transport join(int rank) throws IOException, InterruptedException;
}
