package io.millrace.workloads.input;

import java.util.SplittableRandom;

/**
 * Five elements in each line, separated by blanks and in alphanumeric order: itemsets as the
 * a-priori algorithm finds them. Lists share their first four elements with some others, and some
 * appear more than once.
 */
final class Candidates implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 35;

    private static final int ELEMENTS = 5;
    private static final int DIGITS = 5;
    private static final int LISTS_FOR_EACH_START = 16;
    private static final int GAP = 10_000;
    private static final int LAST_GAP = 40;

    private final long seed;
    private final long starts;

    Candidates(long rows, long seed) {
        this.seed = seed;
        starts = Math.max(1, rows / LISTS_FOR_EACH_START);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        SplittableRandom start = Seeds.random(seed, -1 - random.nextLong(starts));
        int element = 0;
        for (int i = 1; i < ELEMENTS; i++) {
            element += 1 + start.nextInt(GAP);
            out.character('e').number(element, DIGITS).character(' ');
        }
        element += 1 + random.nextInt(LAST_GAP);
        out.character('e').number(element, DIGITS).character('\n');
    }
}
