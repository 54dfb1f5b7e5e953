package io.millrace.records.predicate;

/** A predicate as it is written, without types. */
sealed interface Term {

    /**
     * A column is compared with a value.
     *
     * @param at the place of the value in the text, counted from 1; 0 if there is none
     */
    record Compare(String column, Comparison comparison, String value, int at) implements Term {
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
        public String toString() {
            return left + " or " + right;
        }
    }
}
