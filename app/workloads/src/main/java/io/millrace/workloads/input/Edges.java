package io.millrace.workloads.input;

import java.util.SplittableRandom;

/**
 * A directed edge in each line: the page that links, a tab, and the page that it links to. A page
 * links to 7.2 pages on average. Both pages are drawn by rank, with probability proportional to 1,
 * 1/2, 1/3..., so that the share of pages with many links, i, falls with the square of i. Edges
 * between popular pages appear more than once.
 */
final class Edges implements Rows.RowWriter {

    static final int BYTES = 18;

    private static final int DIGITS = 8;
    private static final int MAX_PAGES = 100_000_000;
    private static final double AVERAGE_LINKS = 7.2;

    /**
     * Primes, so that rank times one of these, modulo the number of pages, gives each page once.
     */
    private static final long SCATTER_FROM = 2_147_483_647L;

    private static final long SCATTER_TO = 1_000_000_007L;

    private final long pages;
    private final double logarithm;

    Edges(long edges) {
        pages = Math.max(2, Math.min(MAX_PAGES, (long) (edges / AVERAGE_LINKS)));
        logarithm = StrictMath.log(pages + 1.0);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        out.number(rank(random) * SCATTER_FROM % pages, DIGITS).character('\t');
        out.number(rank(random) * SCATTER_TO % pages, DIGITS).character('\n');
    }

    /** Needs no table of all pages: a uniform number on a logarithmic scale follows Zipf's law. */
    private long rank(SplittableRandom random) {
        return Math.min((long) StrictMath.exp(random.nextDouble() * logarithm), pages);
    }
}
