package io.millrace.engine.trace;

/** What an attempt's time goes to. */
public enum Phase {
    /** Reading the split, the user's map and the collector, which interleave record by record. */
    MAP,
    /** Sorting a stream into a run. */
    SORT,
    /** The job's combiner over a sorted run or over the pending values of a table. */
    COMBINE,
    /** Writing a run to disk. */
    SPILL,
    /** Waiting for a sort slot or for memory. */
    WAIT,
    /** Making and merging the runs of a partition before its reducer starts. */
    MERGE,
    /** The final merge, the user's reduce and the output, which interleave record by record. */
    REDUCE,
    /** Committing the attempt. */
    COMMIT
}
