package io.millrace.workloads.input;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Distinct words ordered by rank: first the most common English words, then generated words that
 * can be pronounced and grow longer with their rank. The same seed gives the same words. Immutable.
 */
final class Vocabulary {

    /**
     * Bytes from the start of one word to the start of the next, so that copies have a fixed
     * length.
     */
    static final int SLOT_BYTES = 16;

    private static final String[] COMMON = {
        "the", "of", "and", "to", "a", "in", "is", "it", "that", "was", "for", "on", "as", "with",
        "be", "at", "by", "this", "had", "not", "are", "but", "from", "or", "have", "an", "they",
        "which", "one", "you", "were", "all", "her", "she", "there", "would", "their", "we", "him",
        "been", "has", "when", "who", "will", "no", "more", "if", "out", "so", "up", "said", "what",
        "its", "about", "than", "into", "them", "can", "only", "other", "time", "new", "some",
        "could", "these", "two", "may", "first", "then", "do", "any", "like", "my", "now", "over",
        "such", "our", "man", "me", "even"
    };
    private static final String CONSONANTS = "bcdfghjklmnprstvwz";
    private static final String VOWELS = "aeiou";
    private static final int SHORT_WORDS = 4_000;
    private static final int MIDDLE_WORDS = 40_000;

    private final byte[] slots;
    private final byte[] lengths;

    Vocabulary(long seed, int size) {
        slots = new byte[size * SLOT_BYTES];
        lengths = new byte[size];
        SplittableRandom random = new SplittableRandom(seed);
        Set<String> used = new HashSet<>(size * 2);
        for (int rank = 0; rank < size; rank++) {
            String word = rank < COMMON.length ? COMMON[rank] : invented(random, rank);
            while (!used.add(word)) {
                word = invented(random, rank);
            }
            byte[] letters = (word + ' ').getBytes(US_ASCII);
            System.arraycopy(letters, 0, slots, rank * SLOT_BYTES, letters.length);
            lengths[rank] = (byte) letters.length;
        }
    }

    private static String invented(SplittableRandom random, int rank) {
        int syllables = rank < SHORT_WORDS ? 2 : rank < MIDDLE_WORDS ? 3 : 4;
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            word.append(CONSONANTS.charAt(random.nextInt(CONSONANTS.length())));
            word.append(VOWELS.charAt(random.nextInt(VOWELS.length())));
        }
        if (random.nextInt(3) == 0) {
            word.append(CONSONANTS.charAt(random.nextInt(CONSONANTS.length())));
        }
        return word.toString();
    }

    /**
     * Copies the word of {@code rank} and a blank to {@code target}, which must have room for a
     * whole slot, and returns the position of the next word.
     */
    int copy(int rank, byte[] target, int position) {
        System.arraycopy(slots, rank * SLOT_BYTES, target, position, SLOT_BYTES);
        return position + lengths[rank];
    }

    /** Appends the word of {@code rank} and a blank. */
    void append(int rank, LineBuffer out) {
        byte[] target = out.withRoomFor(SLOT_BYTES);
        out.endAt(copy(rank, target, out.length()));
    }

    String word(int rank) {
        return new String(slots, rank * SLOT_BYTES, lengths[rank] - 1, US_ASCII);
    }
}
