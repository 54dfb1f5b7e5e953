package io.millrace.engine.trace;

import java.util.EnumSet;
import java.util.Set;

/** The phases of an attempt's time. */
public enum Phase {
    /** Reading records from the split. */
    READ,
    /** The user's map. */
    MAP,
    /** Partitioning, serializing and combining the mapper's output in the collector. */
    COLLECT,
    /** Sorting a stream into a run. */
    SORT,
    /** The job's combiner over a sorted run. */
    COMBINE,
    /** Writing a run to disk. */
    SPILL,
    /** Waiting of a map attempt for a sort slot or for memory. */
    WAIT,
    /** Sending the rest of a map output to other workers, until they have it. */
    SEND,
    /** The merge for a partial reducer. */
    PARTIAL_SORT,
    /** The user's partial reducer, over committed map outputs while map tasks run. */
    PARTIAL_REDUCE,
    /** Waiting for the runs of a partition before its reducer starts. */
    SHUFFLE_WAIT,
    /** The final merge, if the reducer waits for it. */
    MERGE,
    /** The user's reduce. */
    REDUCE,
    /** Writing the job's output. */
    WRITE,
    /** Committing the attempt. */
    COMMIT;

    /** The phases that interleave, record by record, in the loops of attempts. */
    static final Set<Phase> INTERLEAVED =
            EnumSet.of(READ, MAP, COLLECT, PARTIAL_SORT, PARTIAL_REDUCE, MERGE, REDUCE, WRITE);
}
