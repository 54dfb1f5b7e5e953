package io.millrace.workloads.input;

import java.util.SplittableRandom;

/**
 * An input of a known number of rows. Each row is a line that depends on its number and on random
 * numbers. Immutable.
 */
final class Rows implements GeneratedInput {

    /** Writes one row. Immutable, because many threads share it. */
    @FunctionalInterface
    interface RowWriter {

        /** Appends a row with its line end. */
        void write(long row, SplittableRandom random, LineBuffer out);
    }

    static final int ROWS_IN_BLOCK = 2048;

    private final long rows;
    private final long seed;
    private final RowWriter writer;

    Rows(long rows, long seed, RowWriter writer) {
        this.rows = rows;
        this.seed = seed;
        this.writer = writer;
    }

    @Override
    public long blocks() {
        return (rows + ROWS_IN_BLOCK - 1) / ROWS_IN_BLOCK;
    }

    @Override
    public void fill(long block, LineBuffer out) {
        SplittableRandom random = Seeds.random(seed, block);
        long end = Math.min(rows, (block + 1) * ROWS_IN_BLOCK);
        for (long row = block * ROWS_IN_BLOCK; row < end; row++) {
            writer.write(row, random, out);
        }
    }
}
