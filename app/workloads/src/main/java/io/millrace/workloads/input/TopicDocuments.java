package io.millrace.workloads.input;

import io.millrace.workloads.sample.ZipfRanks;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A document in each line, as a bag of terms: its name, a tab, and {@code term:count} for each of
 * its terms, which are numbers below {@link #TERMS}. A document is about two of {@link #TOPICS}
 * topics, which prefer different terms.
 */
final class TopicDocuments implements Rows.RowWriter {

    static final int TERMS = 10_000;
    static final int TOPICS = 20;
    static final int AVERAGE_BYTES = 554;

    private static final int MIN_WORDS = 50;
    private static final int WORDS_RANGE = 101;
    private static final int NAME_DIGITS = 7;
    private static final int MAIN_TOPIC_PERCENT = 70;

    /** A prime, so that different terms are mapped to different terms. */
    private static final int SCATTER = 7919;

    private final int[] firstTerms = new int[TOPICS];
    private final ZipfRanks ranks = new ZipfRanks(TERMS, 1);

    TopicDocuments(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < TOPICS; i++) {
            firstTerms[i] = random.nextInt(TERMS);
        }
    }

    @Override
    public void write(long row, SplittableRandom random, LineBuffer out) {
        int main = random.nextInt(TOPICS);
        int other = random.nextInt(TOPICS);
        int[] terms = new int[MIN_WORDS + random.nextInt(WORDS_RANGE)];
        for (int i = 0; i < terms.length; i++) {
            int topic = random.nextInt(100) < MAIN_TOPIC_PERCENT ? main : other;
            terms[i] = (firstTerms[topic] + ranks.rank(random.nextLong()) * SCATTER) % TERMS;
        }
        Arrays.sort(terms);
        out.character('d').number(row, NAME_DIGITS);
        int from = 0;
        for (int i = 1; i <= terms.length; i++) {
            if (i == terms.length || terms[i] != terms[from]) {
                out.character(from == 0 ? '\t' : ' ');
                out.number(terms[from]).character(':').number(i - from);
                from = i;
            }
        }
        out.character('\n');
    }
}
