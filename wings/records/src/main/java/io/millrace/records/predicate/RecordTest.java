package io.millrace.records.predicate;

import io.millrace.records.text.Fields;

/** A predicate that is bound to a schema. Used by one thread at a time. */
public interface RecordTest {

    /**
     * Whether a record matches.
     *
     * @throws io.millrace.records.text.BadFieldException if a field that decides cannot be read
     */
    boolean matches(Fields record);

    /** Whether one of the records that a summary describes can match. */
    boolean mayMatch(Summary summary);
}
