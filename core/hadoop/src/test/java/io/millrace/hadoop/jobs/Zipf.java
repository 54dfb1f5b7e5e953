package io.millrace.hadoop.jobs;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Draws words with Zipf's distribution: the word of rank n is n times rarer than the first. */
final class Zipf {
    private static final List<String> SYLLABLES =
            List.of(
                    "ba", "be", "bi", "bo", "bu", "da", "de", "di", "do", "du", "ka", "ke", "ki",
                    "ko", "ku", "la", "le", "li", "lo", "lu", "ma", "me", "mi", "mo", "mu");

    private final double[] cumulative;
    private final String[] words;

    Zipf(int vocabulary) {
        cumulative = new double[vocabulary];
        words = new String[vocabulary];
        double sum = 0;
        for (int rank = 0; rank < vocabulary; rank++) {
            sum += 1.0 / (rank + 1);
            cumulative[rank] = sum;
            words[rank] = word(rank);
        }
    }

    String next(Random random) {
        double point = random.nextDouble() * cumulative[cumulative.length - 1];
        int found = Arrays.binarySearch(cumulative, point);
        return words[Math.min(words.length - 1, found < 0 ? -found - 1 : found)];
    }

    /** Short for frequent ranks, with accents now and then so that bytes and characters differ. */
    private static String word(int rank) {
        StringBuilder word = new StringBuilder();
        int rest = rank;
        do {
            word.append(SYLLABLES.get(rest % SYLLABLES.size()));
            rest /= SYLLABLES.size();
        } while (rest > 0);
        return rank % 17 == 3 ? word.append("\u00e9").toString() : word.toString();
    }
}
