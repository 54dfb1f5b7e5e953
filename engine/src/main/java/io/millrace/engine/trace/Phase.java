package io.millrace.engine.trace;

import java.util.EnumSet;
import java.util.Set;

/** What an attempt's time goes to. */
public enum Phase {
    /** Getting records from the split. */
    READ,
    /** The user's map. */
    MAP,
    /** Partitioning, serializing and combining in the collector what the mapper emits. */
    COLLECT,
    /** Sorting a stream into a run. */
    SORT,
    /** The job's combiner over a sorted run. */
    COMBINE,
    /** Writing a run to disk. */
    SPILL,
    /** A map attempt's waiting for a sort slot or for memory. */
    WAIT,
    /** The merge for a partial reducer. */
    PARTIAL_SORT,
    /** The user's partial reducer, over committed map outputs while map tasks run. */
    PARTIAL_REDUCE,
    /** Waiting for the runs of a partition before its reducer starts. */
    SHUFFLE_WAIT,
    /** The final merge, as far as the reducer has to wait for it. */
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
