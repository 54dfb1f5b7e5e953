package io.millrace.workloads;

/** How similar the outputs of two frameworks must be. */
public enum Likeness {
    /** Equal in every byte. */
    EXACT("the same to the byte"),

    /** Equal except for the order of records with equal keys, which Hadoop leaves open. */
    ANY_ORDER("the same except for the order of records with equal keys, which Hadoop leaves open"),

    /** Equal except for the rounding of sums whose order is open. */
    ROUNDED("the same except for the rounding of sums, whose order is open");

    private final String words;

    Likeness(String words) {
        this.words = words;
    }

    /** The form for use in a sentence. */
    @Override
    public String toString() {
        return words;
    }
}
