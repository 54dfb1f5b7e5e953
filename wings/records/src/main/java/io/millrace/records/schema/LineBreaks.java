package io.millrace.records.schema;

/** The meaning of a line break in a quoted field. */
public enum LineBreaks {
    /** An error: the field may continue, or a quote may be missing. */
    REFUSED(""),
    /** A byte of the field: records have several lines. */
    IN_FIELDS("yes"),
    /** The end of the record: the field is bad, because its quote is missing. */
    END_RECORDS("no");

    private final String text;

    LineBreaks(String text) {
        this.text = text;
    }

    /**
     * The value of the setting {@code multiline} in the text of a schema; empty for the default.
     */
    @Override
    public String toString() {
        return text;
    }
}
