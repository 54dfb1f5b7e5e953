package io.millrace.records.proto;

import java.util.Locale;

/** The types of columns of messages, with the getters of {@link ProtoRecord} that read them. */
public enum ProtoType {
    /** int32, sint32, sfixed32: {@code getInt}, {@code getLong}. */
    INT,
    /** uint32, fixed32: {@code getLong}. */
    UINT,
    /**
     * int64, sint64, sfixed64; uint64 and fixed64 with their highest bit as the sign: {@code
     * getLong}.
     */
    LONG,
    /** {@code getDouble}. */
    FLOAT,
    /** {@code getDouble}. */
    DOUBLE,
    /** bool: {@code getBoolean}. */
    BOOLEAN,
    /** string: {@code getText}. */
    TEXT,
    /** {@code getText}. */
    BYTES,
    /** {@code getInt} for the number, {@code getText} for the name. */
    ENUM,
    /** A nested message as a whole: {@code isNull}, {@code getCount}. */
    MESSAGE;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
