package io.millrace.fuzz.run;

import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import java.util.List;

/**
 * What could be seen of a run.
 *
 * @param thrown what the program itself failed with, in a line; empty if it did not
 */
record Observation(Outcome outcome, String thrown) {

    List<FinishedJob> jobs() {
        return outcome.jobs();
    }

    /** Whether all of its jobs ran and succeeded. */
    boolean succeeded() {
        return thrown.isEmpty() && jobs().stream().allMatch(FinishedJob::succeeded);
    }
}
