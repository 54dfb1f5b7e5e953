package io.millrace.records.config;

/** The counters of the input formats, in the group {@link RecordCounts#GROUP}. */
public enum RecordCounter {
    /** Records that the schema skips. */
    SKIPPED("Skipped records"),
    /** Records that do not match the job's predicate. */
    FILTERED("Filtered records"),
    /** Pages whose records were tested. */
    PAGES_READ("Pages read"),
    /** Pages that cannot match the job's predicate. */
    PAGES_SKIPPED("Pages skipped"),
    /** Bytes of skipped pages. */
    BYTES_SKIPPED("Bytes of skipped pages");

    private final String title;

    RecordCounter(String title) {
        this.title = title;
    }

    /** The name of Hadoop's counter. */
    @Override
    public String toString() {
        return title;
    }
}
