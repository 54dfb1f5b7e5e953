package io.millrace.records.predicate;

import io.millrace.records.schema.Schema;
import java.util.Set;

/**
 * A condition on the columns of a record: comparisons of a column with a value, joined by and and
 * or. It is bound to a schema before it is used. Immutable. {@link #toString} is the text form,
 * which {@link #parse} reads.
 *
 * <p>A field that is null matches no comparison, and neither does NaN.
 */
public final class RangePredicate {

    private final Term term;

    private RangePredicate(Term term) {
        this.term = term;
    }

    /**
     * Compares a column with a value, which has the form of a field of that column without quotes.
     */
    public static RangePredicate of(String column, Comparison comparison, String value) {
        return new RangePredicate(new Term.Compare(column, comparison, value, 0));
    }

    /**
     * Reads the text form, such as {@code rank > 10 and (date >= 2026-01-01 or source = "x")}.
     *
     * @param source the key with the text, or another name for it, for messages
     * @throws PredicateException naming the source and the place of the first mistake
     */
    public static RangePredicate parse(String text, String source) {
        return new RangePredicate(new PredicateText(text, source).read());
    }

    /** Matches records that match both. */
    public RangePredicate and(RangePredicate other) {
        return new RangePredicate(new Term.Both(term, other.term));
    }

    /** Matches records that match one of the two, or both. */
    public RangePredicate or(RangePredicate other) {
        return new RangePredicate(new Term.Either(term, other.term));
    }

    /**
     * This predicate for records of a schema.
     *
     * @param source as {@link #parse} takes it
     * @throws PredicateException if the schema does not have a column, or a value does not have its
     *     column's type
     */
    public RecordTest bind(Schema schema, String source) {
        return bind(Columns.of(schema), source);
    }

    /**
     * This predicate for records with these columns.
     *
     * @param source as {@link #parse} takes it
     * @throws PredicateException if there is no such column, its values cannot be compared, or a
     *     value does not have its column's type
     */
    public RecordTest bind(Columns columns, String source) {
        return fold(new TermBinding(columns, source));
    }

    /** The names of the columns that it compares. */
    public Set<String> columns() {
        return fold(new ComparedColumns());
    }

    /** Computes the result of a fold, from the comparisons up. */
    public <T> T fold(PredicateFold<T> fold) {
        return term.fold(fold);
    }

    @Override
    public String toString() {
        return term.toString();
    }
}
