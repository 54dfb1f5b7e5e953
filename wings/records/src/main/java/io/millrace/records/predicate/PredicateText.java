package io.millrace.records.predicate;

import io.millrace.records.predicate.PredicateWord.Kind;
import java.util.List;

/**
 * Reads the text form of a predicate. {@code and} binds more tightly than {@code or}.
 *
 * <pre>
 * predicate := all {"or" all}
 * all       := one {"and" one}
 * one       := "(" predicate ")" | column comparison value
 * </pre>
 *
 * <p>Used by one thread.
 */
final class PredicateText {

    /** Deeper parentheses are a mistake, and would end the stack. */
    private static final int MOST_DEPTH = 100;

    private final String source;
    private final List<PredicateWord> words;
    private int next;
    private int depth;

    PredicateText(String text, String source) {
        this.source = source;
        words = PredicateWord.of(text, source);
    }

    Term read() {
        Term term = either();
        if (word().kind() != Kind.END) {
            throw failure("%s is unexpected here; allowed: and, or, the end.".formatted(word()));
        }
        return term;
    }

    private Term either() {
        Term left = both();
        while (word().is("or")) {
            next++;
            left = new Term.Either(left, both());
        }
        return left;
    }

    private Term both() {
        Term left = one();
        while (word().is("and")) {
            next++;
            left = new Term.Both(left, one());
        }
        return left;
    }

    private Term one() {
        if (!word().is("(")) {
            return comparison();
        }
        if (++depth > MOST_DEPTH) {
            throw failure("More than %d parentheses are open.".formatted(MOST_DEPTH));
        }
        next++;
        Term term = either();
        if (!word().is(")")) {
            throw failure("Expected a closing parenthesis, found %s.".formatted(word()));
        }
        next++;
        depth--;
        return term;
    }

    private Term comparison() {
        String column = text("the name of a column");
        Comparison comparison =
                Comparison.of(word().isSymbol() ? word().text() : "")
                        .orElseThrow(() ->
                                failure(
                                        "Expected a comparison, found %s; allowed: = != < <= > >=."
                                                .formatted(word())));
        next++;
        int at = word().at();
        return new Term.Compare(column, comparison, text("a value"), at);
    }

    private String text(String expected) {
        PredicateWord word = word();
        if (word.kind() == Kind.SYMBOL || word.kind() == Kind.END) {
            throw failure("Expected %s, found %s.".formatted(expected, word));
        }
        next++;
        return word.text();
    }

    private PredicateWord word() {
        return words.get(next);
    }

    private PredicateException failure(String reason) {
        return new PredicateException(source, word().at(), reason);
    }
}
