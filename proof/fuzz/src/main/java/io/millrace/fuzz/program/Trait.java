package io.millrace.fuzz.program;

/** Properties of a program that matter for comparisons. */
public enum Trait {
    /** Its result depends on the order of records with equal keys, which Hadoop leaves open. */
    ORDER,
    /** Its result depends on how the input is split, on its order or on the number of reducers. */
    IMPURE,
    /**
     * Its mappers' threads emit concurrently, so that the order of equal keys is not determined.
     */
    RACES,
    /**
     * Its reducers' threads emit concurrently, so that the order of their output is not determined.
     */
    UNORDERED,
    /** Its keys have a comparator that contradicts itself. */
    INCONSISTENT,
    /** Its input records do not end at line ends. */
    DELIMITED,
    /** Has a combiner. */
    COMBINES,
    /** Its combiner emits different keys. */
    REKEYS,
    /** Compresses map output, whose length is then not determined. */
    COMPRESSES,
    /** Its tasks change statics, which they reset at their start. */
    STATICS,
    /** Its tasks rely on statics being in their initial state, as on a cluster. */
    FRESH_STATICS,
    /** Its tasks change state of the process, which they reset at their start or not. */
    CHANGES_PROCESS,
    /** Calls {@code System.exit}, which ends a task. */
    EXITS,
    /** Its tasks fail with different error messages. */
    FAILS_VARIOUSLY
}
