package io.millrace.collective.config;

/** What becomes of what the mappers of a step write. */
public enum Pattern {
    /** Plain MapReduce: a job for each iteration, with the step's reducer. */
    NONE,
    /** The step's reducers get it; what they write is merged and told to all. */
    MERGE_BROADCAST,
    /** It is put together in the order of its keys and told to all. */
    ALL_GATHER,
    /** The values of each key are combined, and all are told. */
    ALL_REDUCE,
    /** The values of each key are combined, and the map task that the key belongs to is told. */
    REDUCE_SCATTER
}
