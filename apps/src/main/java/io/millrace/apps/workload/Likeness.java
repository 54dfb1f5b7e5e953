package io.millrace.apps.workload;

/** How much alike the outputs of two frameworks have to be. */
public enum Likeness {
    /** To the byte. */
    EXACT("the same to the byte"),

    /** But for the order of records with equal keys, which Hadoop leaves open. */
    ANY_ORDER("the same but for the order of records with equal keys, which Hadoop leaves open"),

    /** But for the rounding of sums whose order is open. */
    ROUNDED("the same but for the rounding of sums, whose order is open");

    private final String words;

    Likeness(String words) {
        this.words = words;
    }

    /** As part of a sentence. */
    @Override
    public String toString() {
        return words;
    }
}
