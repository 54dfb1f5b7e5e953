package io.millrace.workloads.input;

import java.util.SplittableRandom;

/**
 * A point of three dimensions in each line, from one of ten clouds. Coordinates are multiples of
 * 1/16, so that sums are exact and means do not depend on the order of the points.
 */
final class Points implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 27;

    private static final int CLOUDS = 10;
    private static final int DIMENSIONS = 3;
    private static final int MIN_CENTRE = 150 * 16;
    private static final int MAX_CENTRE = 850 * 16;
    private static final int SPREAD = 50 * 16;

    private final int[] centres = new int[CLOUDS * DIMENSIONS];

    Points(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < centres.length; i++) {
            centres[i] = random.nextInt(MIN_CENTRE, MAX_CENTRE);
        }
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        int cloud = random.nextInt(CLOUDS) * DIMENSIONS;
        for (int i = 0; i < DIMENSIONS; i++) {
            out.sixteenths(centres[cloud + i] + around(random))
                    .character(i == DIMENSIONS - 1 ? '\n' : ' ');
        }
    }

    /** Approximately normal, at most three times the spread away. */
    private static int around(SplittableRandom random) {
        return random.nextInt(2 * SPREAD)
                + random.nextInt(2 * SPREAD)
                + random.nextInt(2 * SPREAD)
                - 3 * SPREAD;
    }
}
