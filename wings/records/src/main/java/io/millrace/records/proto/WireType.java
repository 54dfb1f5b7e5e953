package io.millrace.records.proto;

/** The forms of values, in the lowest three bits of a tag. */
final class WireType {

    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int LENGTH = 2;
    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    private static final int BITS = 3;
    private static final int MASK = 7;

    private WireType() {}

    static int of(int tag) {
        return tag & MASK;
    }

    /** The number of the field, from 0. */
    static int field(int tag) {
        return tag >>> BITS;
    }
}
