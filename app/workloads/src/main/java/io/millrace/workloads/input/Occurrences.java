package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Documents whose words have been counted: for each distinct word of a document, a line with the
 * word, a colon, the document's name, a tab, and the number of occurrences. Lines of one document
 * follow each other.
 */
final class Occurrences implements Rows.RowWriter {

    /** The lines of a document. */
    static final int AVERAGE_BYTES = 2_005;

    private static final int MIN_WORDS = 100;
    private static final int WORDS_RANGE = 101;
    private static final int NAME_DIGITS = 7;

    private final Vocabulary vocabulary;
    private final ZipfRanks ranks = new ZipfRanks(ZipfText.DEFAULT_WORDS, 1);

    Occurrences(long seed) {
        vocabulary = new Vocabulary(seed, ZipfText.DEFAULT_WORDS);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        int[] words = new int[MIN_WORDS + random.nextInt(WORDS_RANGE)];
        for (int i = 0; i < words.length; i++) {
            words[i] = ranks.rank(random.nextLong());
        }
        Arrays.sort(words);
        int from = 0;
        for (int i = 1; i <= words.length; i++) {
            if (i == words.length || words[i] != words[from]) {
                vocabulary.append(words[from], out);
                out.endAt(out.length() - 1);
                out.character(':').character('d').number(row, NAME_DIGITS);
                out.character('\t').number(i - from).character('\n');
                from = i;
            }
        }
    }
}
