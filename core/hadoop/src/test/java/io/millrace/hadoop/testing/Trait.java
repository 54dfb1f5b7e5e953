package io.millrace.hadoop.testing;

/** What a comparison has to know about a job. */
public enum Trait {
    /** Has a combiner: how many records reach the reducers is open. */
    COMBINES,
    /** Compresses map output: what tasks of Hadoop's count is the compressed length. */
    COMPRESSES_MAP_OUTPUT,
    /** Has more map output than the tiny budget, so it has to spill there. */
    SPILLS_WHEN_TINY,

    /**
     * Some records are larger than Hadoop's sort buffer, of which MAP_OUTPUT_BYTES counts the
     * lengths, too.
     */
    RECORDS_BEYOND_SORT_BUFFER
}
