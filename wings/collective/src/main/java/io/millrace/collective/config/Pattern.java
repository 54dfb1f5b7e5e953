package io.millrace.collective.config;

/** The processing of the output of a step's mappers. */
public enum Pattern {
    /** Plain MapReduce: a job for each iteration, with the step's reducer. */
    NONE,
    /** The step's reducers process it; their output is merged and sent to all. */
    MERGE_BROADCAST,
    /** It is gathered in key order and sent to all. */
    ALL_GATHER,
    /** The values of each key are combined and sent to all. */
    ALL_REDUCE,
    /** The values of each key are combined and sent to the map task that owns the key. */
    REDUCE_SCATTER
}
