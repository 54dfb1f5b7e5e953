package io.millrace.apps.lda;

import org.jspecify.annotations.Nullable;

/** The expected counts of terms by topic; terms that did not occur take no memory. */
final class ExpectedCounts {

    private final double[] @Nullable [] byTerm;
    private final int topics;

    ExpectedCounts(int terms, int topics) {
        byTerm = new double[terms][];
        this.topics = topics;
    }

    /** The counts of a term by topic, to which the caller may add. */
    double[] ofTerm(int term) {
        double[] counts = byTerm[term];
        if (counts == null) {
            counts = new double[topics];
            byTerm[term] = counts;
        }
        return counts;
    }

    boolean has(int term) {
        return byTerm[term] != null;
    }
}
