package io.millrace.records.text;

/**
 * The fields of a record as predicates read them, whatever the record's form. Columns are counted
 * from 0. Used by one thread at a time.
 */
public interface Fields {

    /** Whether a field is null. */
    boolean isNull(int column);

    /**
     * The value of a column that is not a text, as {@link Ordinals} orders them.
     *
     * @throws BadFieldException if the field is not one of its column's type
     */
    long getOrdinal(int column);

    /**
     * The bytes of a text. Each column has one slice, which the next record overwrites.
     *
     * @throws BadFieldException if the field cannot be read
     */
    TextSlice getText(int column);
}
