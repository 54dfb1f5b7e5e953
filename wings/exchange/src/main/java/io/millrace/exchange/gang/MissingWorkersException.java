package io.millrace.exchange.gang;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Some workers of a gang did not come in time. */
public final class MissingWorkersException extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * @param rank the worker that waited
     * @param missing those it waited for, as far as it knows
     */
    public MissingWorkersException(
            int rank, String gang, int size, Duration time, List<Integer> missing) {
        super(
                "worker "
                        + rank
                        + " of "
                        + gang
                        + " waited "
                        + time.toSeconds()
                        + " s for its gang of "
                        + size
                        + "; missing: "
                        + missing);
    }
}
