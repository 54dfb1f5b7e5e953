package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;

/**
 * A page in each line: the host that serves it, a tab, and its words, with word frequencies as in
 * real text. Large hosts have more pages than small ones, and pages of one host are everywhere in
 * the input.
 */
final class HostPages implements Rows.RowWriter {

    static final int AVERAGE_BYTES = 838;

    private static final int HOSTS = 1_000;
    private static final int HOST_DIGITS = 4;
    private static final double HOST_EXPONENT = 0.5;
    private static final int MIN_WORDS = 100;
    private static final int WORDS_RANGE = 101;
    private static final byte[] DOMAIN = {'.', 'o', 'r', 'g', '\t'};

    private final Vocabulary vocabulary;
    private final ZipfRanks ranks = new ZipfRanks(ZipfText.DEFAULT_WORDS, 1);
    private final ZipfRanks hosts = new ZipfRanks(HOSTS, HOST_EXPONENT);

    HostPages(long seed) {
        vocabulary = new Vocabulary(seed, ZipfText.DEFAULT_WORDS);
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        out.character('h').number(hosts.rank(random.nextLong()), HOST_DIGITS).text(DOMAIN);
        for (int left = MIN_WORDS + random.nextInt(WORDS_RANGE); left > 0; left--) {
            vocabulary.append(ranks.rank(random.nextLong()), out);
        }
        out.endAt(out.length() - 1);
        out.character('\n');
    }
}
