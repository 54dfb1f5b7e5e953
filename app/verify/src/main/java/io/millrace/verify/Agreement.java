package io.millrace.verify;

/** How much of a file's content has to agree. */
public enum Agreement {
    /**
     * The same records in the same order. Text has to agree in every byte. Other formats may differ
     * in what is not a record: sync marks, encodings, the version of the writer.
     */
    ORDERED,
    /** The same records in any order, for jobs that show an order which Hadoop leaves open. */
    ANY_ORDER
}
