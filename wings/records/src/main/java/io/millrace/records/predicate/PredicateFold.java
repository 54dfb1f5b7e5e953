package io.millrace.records.predicate;

/**
 * Translates a predicate into another form, from its comparisons up.
 *
 * @param <T> the other form
 */
public interface PredicateFold<T> {

    /**
     * The form of a comparison.
     *
     * @param at the place of the value in the predicate's text, counted from 1; 0 if there is none
     * @throws PredicateException if there is no such column, or the value is not one of its type
     */
    T comparison(String column, Comparison comparison, String value, int at);

    /** The form of a predicate for which both must hold. */
    T both(T left, T right);

    /** The form of a predicate for which at least one must hold. */
    T either(T left, T right);
}
