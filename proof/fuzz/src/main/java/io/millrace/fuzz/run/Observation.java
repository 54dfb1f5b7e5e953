package io.millrace.fuzz.run;

import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import java.util.List;

/**
 * The visible results of a run.
 *
 * @param thrown the exception of the program itself, in one line; empty if there was none
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
