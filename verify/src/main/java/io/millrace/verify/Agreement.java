package io.millrace.verify;

/** How much of a file's content has to agree. */
public enum Agreement {
    /**
     * The same bytes; of a SequenceFile, whose header has a random mark, the same records in the
     * same order.
     */
    ORDERED,
    /** The same records in any order, for jobs that show an order which Hadoop leaves open. */
    ANY_ORDER
}
