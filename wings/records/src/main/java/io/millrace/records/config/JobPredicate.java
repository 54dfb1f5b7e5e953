package io.millrace.records.config;

import io.millrace.records.predicate.Columns;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.predicate.RecordTest;
import io.millrace.records.schema.Schema;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/** The predicate in a job's configuration. */
public final class JobPredicate {

    /** The key of the predicate. */
    public static final String WHERE = "millrace.records.where";

    private JobPredicate() {}

    /** Stores a predicate for a job. */
    public static void set(Configuration conf, RangePredicate where) {
        conf.set(WHERE, where.toString());
    }

    /**
     * The predicate of a job for records of a schema; null if the job asks for all records.
     *
     * @throws io.millrace.records.predicate.PredicateException if it is not valid
     */
    public static @Nullable RecordTest of(Configuration conf, Schema schema) {
        return of(conf, Columns.of(schema));
    }

    /**
     * The predicate of a job for records with these columns; null if the job asks for all records.
     *
     * @throws io.millrace.records.predicate.PredicateException if it is not valid
     */
    public static @Nullable RecordTest of(Configuration conf, Columns columns) {
        RangePredicate where = find(conf);
        return where == null ? null : where.bind(columns, WHERE);
    }

    /**
     * The names of the columns that the predicate of a job compares; none if the job asks for all
     * records.
     *
     * @throws io.millrace.records.predicate.PredicateException if it is not valid
     */
    public static Set<String> columns(Configuration conf) {
        RangePredicate where = find(conf);
        return where == null ? Set.of() : where.columns();
    }

    /**
     * The predicate of a job; null if the job asks for all records.
     *
     * @throws io.millrace.records.predicate.PredicateException if it is not valid
     */
    public static @Nullable RangePredicate find(Configuration conf) {
        // Without substitution: a text may contain a dollar sign.
        String text = conf.getRaw(WHERE);
        return text == null || text.isBlank() ? null : RangePredicate.parse(text, WHERE);
    }
}
