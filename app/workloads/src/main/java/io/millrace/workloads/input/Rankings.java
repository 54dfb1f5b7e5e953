package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;

/**
 * The table Rankings of the benchmark by Pavlo et al.: {@code pageURL|pageRank|avgDuration}. Most
 * pages have a low rank.
 */
final class Rankings implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 51;

    private static final int MAX_RANK = 10_000;
    private static final int MAX_DURATION = 100;

    private final ZipfRanks ranks = new ZipfRanks(MAX_RANK, 1);

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        WebPages.append(row, out);
        out.character('|')
                .number(1 + ranks.rank(random.nextLong()))
                .character('|')
                .number(1 + random.nextInt(MAX_DURATION))
                .character('\n');
    }
}
