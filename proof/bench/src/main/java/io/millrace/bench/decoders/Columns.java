package io.millrace.bench.decoders;

import java.io.IOException;
import java.util.Locale;

/** The columns that are decoded. */
public enum Columns {
    /** sourceIP and adRevenue. */
    TWO,
    /** All. */
    NINE;

    /** A digest of the values of all records. */
    <I> long decode(Decoder<I> decoder, I table) throws IOException {
        return this == TWO ? decoder.two(table) : decoder.nine(table);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
