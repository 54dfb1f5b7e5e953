package io.millrace.records.database;

import io.millrace.records.predicate.Comparison;

/** A value of a database's decimal numbers, dates and times that Java's types do not have. */
enum SpecialValue {
    /** Matches no comparison. */
    NAN("NaN") {
        @Override
        boolean matches(Comparison comparison) {
            return false;
        }
    },
    /** Above all other values. */
    INFINITY("infinity") {
        @Override
        boolean matches(Comparison comparison) {
            return comparison.holds(1);
        }
    },
    /** Below all other values. */
    NEGATIVE_INFINITY("-infinity") {
        @Override
        boolean matches(Comparison comparison) {
            return comparison.holds(-1);
        }
    };

    private final String text;

    SpecialValue(String text) {
        this.text = text;
    }

    /** The value of a number that is not finite. */
    static SpecialValue of(double value) {
        return Double.isNaN(value) ? NAN : value > 0 ? INFINITY : NEGATIVE_INFINITY;
    }

    /** Whether a comparison with a value of Java's type holds. */
    abstract boolean matches(Comparison comparison);

    @Override
    public String toString() {
        return text;
    }
}
