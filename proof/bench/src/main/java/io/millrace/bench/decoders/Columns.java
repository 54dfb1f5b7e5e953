package io.millrace.bench.decoders;

import io.millrace.bench.frame.Word;
import java.io.IOException;

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
        return Word.of(this);
    }
}
