package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;

/**
 * A document in each line: its name, a tab, and its words, with word frequencies as in real text.
 */
final class Documents implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 834;

    private static final int MIN_WORDS = 100;
    private static final int WORDS_RANGE = 101;
    private static final int NAME_DIGITS = 7;

    private final Vocabulary vocabulary;
    private final ZipfRanks ranks = new ZipfRanks(ZipfText.DEFAULT_WORDS, 1);

    Documents(long seed) {
        vocabulary = new Vocabulary(seed, ZipfText.DEFAULT_WORDS);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        out.character('d').number(row, NAME_DIGITS).character('\t');
        for (int left = MIN_WORDS + random.nextInt(WORDS_RANGE); left > 0; left--) {
            vocabulary.append(ranks.rank(random.nextLong()), out);
        }
        out.endAt(out.length() - 1);
        out.character('\n');
    }
}
