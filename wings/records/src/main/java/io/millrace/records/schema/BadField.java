package io.millrace.records.schema;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The treatment of a field that is missing or does not have its column's type. */
public enum BadField {
    /** Reading the field fails. */
    ERROR,
    /** The field is null. */
    NULL,
    /** Input formats skip the whole record. */
    SKIP;

    static Optional<BadField> of(String name) {
        return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
