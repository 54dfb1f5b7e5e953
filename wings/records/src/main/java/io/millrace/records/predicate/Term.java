package io.millrace.records.predicate;

/** A predicate as it is written, without types. */
sealed interface Term {

    /** Computes the result of a fold, from the comparisons up. */
    <T> T fold(PredicateFold<T> fold);

    /**
     * A column is compared with a value.
     *
     * @param at the place of the value in the text, counted from 1; 0 if there is none
     */
    record Compare(String column, Comparison comparison, String value, int at) implements Term {
        @Override
        public <T> T fold(PredicateFold<T> fold) {
            return fold.comparison(column, comparison, value, at);
        }

        @Override
        public String toString() {
            return PredicateWord.quoted(column)
                    + " "
                    + comparison
                    + " "
                    + PredicateWord.quoted(value);
        }
    }

    /** Both terms hold. */
    record Both(Term left, Term right) implements Term {
        @Override
        public <T> T fold(PredicateFold<T> fold) {
            return fold.both(left.fold(fold), right.fold(fold));
        }

        @Override
        public String toString() {
            return inside(left) + " and " + inside(right);
        }

        private static String inside(Term term) {
            return term instanceof Either ? "(" + term + ")" : term.toString();
        }
    }

    /** At least one of the terms holds. */
    record Either(Term left, Term right) implements Term {
        @Override
        public <T> T fold(PredicateFold<T> fold) {
            return fold.either(left.fold(fold), right.fold(fold));
        }

        @Override
        public String toString() {
            return left + " or " + right;
        }
    }
}
