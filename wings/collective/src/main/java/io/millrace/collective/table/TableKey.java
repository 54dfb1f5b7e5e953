package io.millrace.collective.table;

import java.util.Arrays;

/** A serialized key. Immutable. */
final class TableKey {

    private final byte[] bytes;
    private final int hash;

    /** Keeps the array, which must not change. */
    TableKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
