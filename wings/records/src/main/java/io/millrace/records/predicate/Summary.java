package io.millrace.records.predicate;

import org.jspecify.annotations.Nullable;

/**
 * The properties of a set of records, such as a page, that decide whether one of them can match.
 */
public interface Summary {

    /** The bounds of a column's values; null if they are not known. */
    @Nullable Zone zone(int column);

    /** Whether a value with a hash of {@link ValueHash} can be in a column; true if not known. */
    boolean mayContain(int column, long hash);
}
