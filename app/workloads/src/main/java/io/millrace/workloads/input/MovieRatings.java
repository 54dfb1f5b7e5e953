package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A movie in each line: its number, a tab, and {@code rater:rating} for each rating, separated by
 * commas and ordered by rater. Ratings range from 1 to 5. A movie belongs to one of six genres,
 * which different raters prefer, and movies differ in their average rating. A few movies have most
 * of the ratings.
 */
final class MovieRatings implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 1_519;

    private static final int RATERS = 10_000;
    private static final int GENRES = 6;
    private static final int FANS_PERCENT = 80;
    private static final int MIN_RATINGS = 20;
    private static final int RATINGS_RANGE = 2_000;

    /** Average ratings, in tenths. */
    private static final int MIN_QUALITY = 10;

    private static final int MAX_QUALITY = 50;
    private static final int SPREAD = 12;
    private static final int HIGHEST = 5;

    private final ZipfRanks ratings = new ZipfRanks(RATINGS_RANGE, 1);

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        int genre = random.nextInt(GENRES);
        int quality = random.nextInt(MIN_QUALITY, MAX_QUALITY + 1);
        int[] raters = new int[MIN_RATINGS + ratings.rank(random.nextLong())];
        for (int i = 0; i < raters.length; i++) {
            raters[i] = rater(genre, random);
        }
        Arrays.sort(raters);
        out.number(row + 1);
        for (int i = 0; i < raters.length; i++) {
            if (i == 0 || raters[i] != raters[i - 1]) {
                out.character(i == 0 ? '\t' : ',').number(raters[i]).character(':');
                out.number(rating(quality, random));
            }
        }
        out.character('\n');
    }

    /** Each genre's fans are the raters of one section. */
    private static int rater(int genre, SplittableRandom random) {
        int section = RATERS / GENRES;
        return random.nextInt(100) < FANS_PERCENT
                ? 1 + genre * section + random.nextInt(section)
                : 1 + random.nextInt(RATERS);
    }

    private static int rating(int quality, SplittableRandom random) {
        int tenths = quality + random.nextInt(-SPREAD, SPREAD + 1);
        return Math.max(1, Math.min(HIGHEST, (tenths + 5) / 10));
    }
}
