package io.millrace.bench.decoders;

import java.time.LocalDate;

/** Parses strings as programs do that split lines. */
final class Fields {

    private static final int PARTS = 4;

    private Fields() {}

    /** The digest of two parsed fields. */
    static void two(String source, String revenue, Digest digest) {
        digest.whole(address(source));
        digest.real(Double.parseDouble(revenue));
    }

    /** The digest of nine parsed fields. */
    static void nine(String[] fields, Digest digest) {
        digest.whole(address(fields[0]));
        digest.text(fields[1]);
        digest.whole(LocalDate.parse(fields[2]).toEpochDay());
        digest.real(Double.parseDouble(fields[3]));
        for (int i = 4; i < 8; i++) {
            digest.text(fields[i]);
        }
        digest.whole(Integer.parseInt(fields[8]));
    }

    /** An IPv4 address as an int. */
    static int address(String text) {
        String[] parts = text.split("\\.", -1);
        int value = 0;
        for (int i = 0; i < PARTS; i++) {
            value = value << Byte.SIZE | Integer.parseInt(parts[i]);
        }
        return value;
    }
}
