package io.millrace.records.proto;

import java.util.Arrays;

/** Where the values of the columns of a message start. Used by one thread. */
final class Positions {

    /** The start of a value that is not set. */
    static final int ABSENT = -1;

    private static final int FIRST_SIZE = 4;

    private final boolean[] isList;
    private final int[][] starts;
    private final int[] counts;

    /**
     * Positions of columns.
     *
     * @param isList whether the field of each column is repeated
     */
    Positions(boolean[] isList) {
        this.isList = isList;
        counts = new int[isList.length];
        starts = new int[isList.length][FIRST_SIZE];
    }

    /** Forgets all values. */
    void clear() {
        Arrays.fill(counts, 0);
    }

    /** Number of values of a column. */
    int count(int column) {
        return counts[column];
    }

    /** The start of a value, or {@link #ABSENT}. */
    int start(int column, int index) {
        return starts[column][index];
    }

    /** Sets the value of a column, or adds a value if its field is repeated. */
    void set(int column, int start) {
        if (isList[column] || counts[column] == 0) {
            add(column, start);
        } else {
            starts[column][counts[column] - 1] = start;
        }
    }

    /** Adds a value that is not set yet to columns that are in a repeated message. */
    void addAbsent(int[] columns) {
        for (int column : columns) {
            add(column, ABSENT);
        }
    }

    /**
     * Forgets the values of columns in the current message.
     *
     * @param isItem whether the message is an item of a list, which keeps its length
     */
    void clear(int[] columns, boolean isItem) {
        for (int column : columns) {
            if (isItem) {
                starts[column][counts[column] - 1] = ABSENT;
            } else {
                counts[column] = 0;
            }
        }
    }

    private void add(int column, int start) {
        int count = counts[column]++;
        if (count == starts[column].length) {
            starts[column] = Arrays.copyOf(starts[column], 2 * count);
        }
        starts[column][count] = start;
    }
}
