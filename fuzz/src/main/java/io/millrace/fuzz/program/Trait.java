package io.millrace.fuzz.program;

/** What a comparison has to know about a program. */
public enum Trait {
    /** Its result depends on the order of records with equal keys, which Hadoop leaves open. */
    ORDER,
    /** Its result depends on how the input is cut, on its order or on the number of reducers. */
    IMPURE,
    /** Its mappers' threads emit at the same time, so that the order of equal keys is nobody's. */
    RACES,
    /**
     * Its reducers' threads emit at the same time, so that the order of their output is nobody's.
     */
    UNORDERED,
    /** The records of its input end elsewhere than where lines end. */
    DELIMITED,
    /** Has a combiner. */
    COMBINES,
    /** Its combiner emits other keys than it gets. */
    REKEYS,
    /** Compresses map output, whose length is open then. */
    COMPRESSES,
    /** Its tasks change statics, which they set anew at their start. */
    STATICS,
    /** Its tasks rely on statics being as their classes made them, as they are on a cluster. */
    FRESH_STATICS,
    /** Calls {@code System.exit}, which ends a task. */
    EXITS,
    /** Its tasks fail with errors that say different things. */
    FAILS_VARIOUSLY
}
