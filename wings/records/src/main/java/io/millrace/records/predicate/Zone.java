package io.millrace.records.predicate;

import java.util.Arrays;

/**
 * Bounds of the values that a column has in a set of records. Nulls and NaN are not among the
 * values, since they match no comparison. Immutable.
 */
public sealed interface Zone {

    /** Some field could not be read, or a text has no upper bound: any value is possible. */
    record Open() implements Zone {}

    /** All fields are null or NaN. */
    record Empty() implements Zone {}

    /** The least and the greatest ordinal of a column that is not a text. */
    record Whole(long min, long max) implements Zone {}

    /** Bytes that no text precedes, and bytes that no text follows, in the order of their bytes. */
    record Bytes(byte[] min, byte[] max) implements Zone {
        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes bytes
                    && Arrays.equals(min, bytes.min)
                    && Arrays.equals(max, bytes.max);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(min) * 31 + Arrays.hashCode(max);
        }
    }
}
