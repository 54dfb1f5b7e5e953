package io.millrace.workloads.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.SplittableRandom;

/**
 * The records of grep in the benchmark by Pavlo et al.: {@code key|field}, with a unique key of 10
 * characters and a random field of 90. One field in 10,000 has the pattern, in capitals, which no
 * other has.
 */
final class PatternRecords implements Rows.RowWriter {

    private static final int KEY_DIGITS = 10;
    private static final int FIELD_LETTERS = 90;

    /** With the separator and the line end. */
    static final int BYTES = KEY_DIGITS + FIELD_LETTERS + 2;

    private static final byte[] PATTERN = "XYZ".getBytes(US_ASCII);
    private static final int RECORDS_FOR_PATTERN = 10_000;
    private static final int LETTERS_OF_NUMBER = 12;
    private static final int ALPHABET = 26;

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        out.number(row, KEY_DIGITS).character('|');
        byte[] target = out.withRoomFor(FIELD_LETTERS);
        int start = out.length();
        long letters = 0;
        for (int i = 0; i < FIELD_LETTERS; i++) {
            if (i % LETTERS_OF_NUMBER == 0) {
                letters = random.nextLong() >>> 1;
            }
            target[start + i] = (byte) ('a' + letters % ALPHABET);
            letters /= ALPHABET;
        }
        if (random.nextInt(RECORDS_FOR_PATTERN) == 0) {
            int place = start + random.nextInt(FIELD_LETTERS - PATTERN.length + 1);
            System.arraycopy(PATTERN, 0, target, place, PATTERN.length);
        }
        out.endAt(start + FIELD_LETTERS);
        out.character('\n');
    }
}
