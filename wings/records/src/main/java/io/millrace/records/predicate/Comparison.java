package io.millrace.records.predicate;

import java.util.Arrays;
import java.util.Optional;

/** The comparisons of a predicate. */
public enum Comparison {
    /** Equal to the value. */
    EQUAL("="),
    /** Not equal to the value. */
    NOT_EQUAL("!="),
    /** Less than the value. */
    LESS("<"),
    /** Less than the value, or equal to it. */
    AT_MOST("<="),
    /** Greater than the value. */
    GREATER(">"),
    /** Greater than the value, or equal to it. */
    AT_LEAST(">=");

    private final String symbol;

    Comparison(String symbol) {
        this.symbol = symbol;
    }

    static Optional<Comparison> of(String symbol) {
        return Arrays.stream(values()).filter(each -> each.symbol.equals(symbol)).findFirst();
    }

    /** Whether it holds for a field that compares so with the value. */
    public boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
        };
    }

    /** Whether it can hold for a field between bounds that compare so with the value. */
    boolean mayHold(int lowest, int highest) {
        return switch (this) {
            case EQUAL -> lowest <= 0 && highest >= 0;
            case NOT_EQUAL -> lowest != 0 || highest != 0;
            case LESS, AT_MOST -> holds(lowest);
            case GREATER, AT_LEAST -> holds(highest);
        };
    }

    @Override
    public String toString() {
        return symbol;
    }
}
