package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;

/**
 * A page in each line: its number, a tab, its rank, which is 1, a tab, and the pages that it links
 * to. The number of links follows an inverse square law (five on average); links to a page decrease
 * with the page's rank.
 */
final class WebGraph implements Rows.RowWriter {

    private static final int MAX_LINKS = 3000;
    private static final double AVERAGE_LINKS = 5.2;

    /** A prime, so that rank times this, modulo the number of pages, gives each page once. */
    private static final long SCATTER = 2_147_483_647L;

    private static final byte[] RANK = {'\t', '1', '.', '0', '\t'};

    private final long pages;
    private final double logarithm;
    private final ZipfRanks links = new ZipfRanks(MAX_LINKS, 2);

    WebGraph(long pages) {
        this.pages = pages;
        logarithm = StrictMath.log(pages + 1.0);
    }

    /** The number of pages in a graph of this size. */
    static long pagesIn(long bytes) {
        double pages = 1;
        for (double next = bytes; Math.abs(next - pages) >= 1; next = bytes / averageLine(pages)) {
            pages = Math.max(1, next);
        }
        return (long) pages;
    }

    private static double averageLine(double pages) {
        double digits = StrictMath.log10(pages);
        return digits + RANK.length + AVERAGE_LINKS * (digits + 1);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        out.number(row).text(RANK);
        for (int left = 1 + links.rank(random.nextLong()); left > 0; left--) {
            out.number(target(random)).character(left == 1 ? '\n' : ' ');
        }
    }

    /** Needs no table of all pages: a uniform number on a logarithmic scale follows Zipf's law. */
    private long target(SplittableRandom random) {
        double rank = StrictMath.exp(random.nextDouble() * logarithm);
        return Math.min((long) rank, pages) * SCATTER % pages;
    }
}
