package io.millrace.records.config;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The settings of the decoders of binary records. */
public final class BinarySettings {

    /** The columns that a job requests. */
    public static final String COLUMNS = "millrace.records.columns";

    private BinarySettings() {}

    /** Sets the columns that a job requests. */
    public static void setColumns(Configuration conf, String... names) {
        conf.setStrings(COLUMNS, names);
    }

    /**
     * The names of the columns that a job requests; none if it requests all.
     *
     * @throws IllegalArgumentException if a column is named twice
     */
    public static List<String> columns(Configuration conf) {
        List<String> names = Arrays.asList(conf.getTrimmedStrings(COLUMNS));
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException(
                    "%s names a column twice: %s. Name each column once."
                            .formatted(COLUMNS, String.join(", ", names)));
        }
        return names;
    }
}
