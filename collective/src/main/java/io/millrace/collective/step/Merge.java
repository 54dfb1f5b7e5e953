package io.millrace.collective.step;

import io.millrace.collective.data.DynamicData;
import java.io.IOException;

/**
 * What happens at the end of a step, after its result is there: makes the data of what comes next,
 * and may end the loop. In a gang each worker does it, and all must come to the same: it depends on
 * nothing but its arguments. Where results are scattered it is given a share of both, and keys of
 * one share must not matter to another; the loop ends if each share asks for it. An implementation
 * has a constructor without arguments.
 */
public interface Merge {

    /**
     * Makes the data that comes next.
     *
     * @param result what the step made, in the order of keys
     * @param current what its tasks were given
     */
    DynamicData merge(DynamicData result, DynamicData current, Iteration iteration)
            throws IOException;
}
