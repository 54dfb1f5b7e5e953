package io.millrace.collective.step;

import io.millrace.collective.data.DynamicData;
import java.io.IOException;

/**
 * Runs at the end of a step, with its result: computes the data of the next step, and may end the
 * loop. In a gang, each worker runs it and all must get the same result, so it must depend on its
 * arguments only. If results are scattered, it gets a share of both arguments, and must not depend
 * on keys of other shares; the loop ends if all shares request it. An implementation has a
 * constructor without arguments.
 */
public interface Merge {

    /**
     * Computes the data of the next step.
     *
     * @param result the step's result, in key order
     * @param current the data that its tasks used
     */
    DynamicData merge(DynamicData result, DynamicData current, Iteration iteration)
            throws IOException;
}
