package io.millrace.verify;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The records in which two files differ, without their order, in constant memory: those of one file
 * are added, and those of the other are removed. The bag holds numbers of records and sums of their
 * digests, in cells by digest. Different files leave a bag empty only by a chance of about 2 to the
 * power of -112. Used by one thread.
 */
final class RecordBag {

    private static final int CELL_BITS = 16;
    private static final int CELLS = 1 << CELL_BITS;

    private final MessageDigest digest;
    private final long[] records = new long[CELLS];
    private final long[] high = new long[CELLS];
    private final long[] low = new long[CELLS];

    RecordBag() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** A record by its digest. */
    record Print(long high, long low) {

        int cell() {
            return (int) (high >>> (Long.SIZE - CELL_BITS));
        }
    }

    Print print(byte[] record) {
        ByteBuffer sum = ByteBuffer.wrap(digest.digest(record));
        return new Print(sum.getLong(), sum.getLong());
    }

    void add(byte[] record) {
        Print print = print(record);
        int cell = print.cell();
        records[cell]++;
        high[cell] += print.high();
        low[cell] += print.low();
    }

    void remove(byte[] record) {
        Print print = print(record);
        int cell = print.cell();
        records[cell]--;
        high[cell] -= print.high();
        low[cell] -= print.low();
    }

    boolean isEmpty() {
        return cells().isEmpty();
    }

    /**
     * A few cells that are not empty: if there are such, one with more records added than removed
     * and one with fewer, else any.
     */
    Set<Integer> cells() {
        Set<Integer> cells = new TreeSet<>();
        boolean more = false;
        boolean fewer = false;
        for (int cell = 0; cell < CELLS; cell++) {
            if ((records[cell] > 0 && !more) || (records[cell] < 0 && !fewer)) {
                more |= records[cell] > 0;
                fewer |= records[cell] < 0;
                cells.add(cell);
            } else if (cells.isEmpty() && (high[cell] != 0 || low[cell] != 0)) {
                cells.add(cell);
            }
        }
        return cells;
    }
}
