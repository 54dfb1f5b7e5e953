package io.millrace.apps.lda;

import java.io.IOException;
import java.util.Arrays;
import java.util.StringTokenizer;

/** A bag of terms, read from one line after another. */
final class Document {

    private final int terms;
    private int[] numbers = new int[64];
    private int[] counts = new int[64];
    private int size;
    private int words;

    /** A document with terms below {@code terms}. */
    Document(int terms) {
        this.terms = terms;
    }

    /** Reads {@code name TAB term:count term:count...}. */
    void parse(String line) throws IOException {
        size = 0;
        words = 0;
        int nameEnd = line.indexOf('\t');
        StringTokenizer pairs = new StringTokenizer(line.substring(nameEnd + 1));
        while (pairs.hasMoreTokens()) {
            String pair = pairs.nextToken();
            int colon = pair.indexOf(':');
            add(
                    Integer.parseInt(pair, 0, colon, 10),
                    Integer.parseInt(pair, colon + 1, pair.length(), 10));
        }
    }

    private void add(int term, int count) throws IOException {
        if (term < 0 || term >= terms) {
            throw new IOException(
                    "a document has term "
                            + term
                            + ", but "
                            + TopicInference.TERMS
                            + " is "
                            + terms);
        }
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
        }
        numbers[size] = term;
        counts[size++] = count;
        words += count;
    }

    /** The number of different terms. */
    int size() {
        return size;
    }

    int words() {
        return words;
    }

    int term(int index) {
        return numbers[index];
    }

    int count(int index) {
        return counts[index];
    }
}
