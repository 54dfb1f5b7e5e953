package io.millrace.records.binary;

import java.util.List;

/** Finds the columns that a job requests by their names. */
public final class ColumnNames {

    private ColumnNames() {}

    /**
     * The position of a column.
     *
     * @param requested the names of the job's columns, in its order
     * @throws IllegalArgumentException if the job does not request it
     */
    public static int indexOf(String name, List<String> requested) {
        int index = requested.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "The job does not request the column '%s', only: %s."
                            .formatted(name, String.join(", ", requested)));
        }
        return index;
    }
}
