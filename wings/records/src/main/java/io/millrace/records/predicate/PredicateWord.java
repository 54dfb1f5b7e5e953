package io.millrace.records.predicate;

import java.util.ArrayList;
import java.util.List;

/**
 * A word of a predicate's text: a name or value, in double quotes or not, a comparison, or a
 * parenthesis. In quotes, a backslash precedes a double quote or a backslash.
 *
 * @param at where the word starts, counted from 1
 */
record PredicateWord(String text, Kind kind, int at) {

    /** The kinds of words. */
    enum Kind {
        /** Anything else. */
        BARE,
        /** In double quotes. */
        QUOTED,
        /** Such as {@code <=}. */
        SYMBOL,
        /** After the last word. */
        END
    }

    private static final String SYMBOLS = "<>=!()";

    /** The words of a text, and the end. */
    static List<PredicateWord> of(String text, String source) {
        List<PredicateWord> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char first = text.charAt(at);
            if (Character.isWhitespace(first)) {
                at++;
            } else if (first == '"') {
                at = addQuoted(text, at, source, words);
            } else {
                int end = SYMBOLS.indexOf(first) >= 0 ? symbolEnd(text, at) : bareEnd(text, at);
                Kind kind = SYMBOLS.indexOf(first) >= 0 ? Kind.SYMBOL : Kind.BARE;
                words.add(new PredicateWord(text.substring(at, end), kind, at + 1));
                at = end;
            }
        }
        words.add(new PredicateWord("", Kind.END, text.length() + 1));
        return words;
    }

    /** Whether this is a word of the language, not a name or value. */
    boolean is(String word) {
        return kind == Kind.BARE ? text.equalsIgnoreCase(word) : isSymbol() && text.equals(word);
    }

    boolean isSymbol() {
        return kind == Kind.SYMBOL;
    }

    /** A text as a word in double quotes, or without them if it needs none. */
    static String quoted(String text) {
        boolean bare = !text.isEmpty() && bareEnd(text, 0) == text.length();
        return bare && !text.equalsIgnoreCase("and") && !text.equalsIgnoreCase("or")
                ? text
                : '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public String toString() {
        return kind == Kind.END ? "the end" : "'" + text + "'";
    }

    private static int bareEnd(String text, int from) {
        int at = from;
        while (at < text.length()
                && !Character.isWhitespace(text.charAt(at))
                && text.charAt(at) != '"'
                && SYMBOLS.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private static int symbolEnd(String text, int from) {
        boolean two = from + 1 < text.length() && text.charAt(from + 1) == '=';
        return two && "<>!".indexOf(text.charAt(from)) >= 0 ? from + 2 : from + 1;
    }

    private static int addQuoted(String text, int from, String source, List<PredicateWord> words) {
        StringBuilder content = new StringBuilder();
        int at = from + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 1 : 0;
            if (at < text.length()) {
                content.append(text.charAt(at++));
            }
        }
        if (at >= text.length()) {
            throw new PredicateException(
                    source, from + 1, "The quoted text does not end. Add a double quote.");
        }
        words.add(new PredicateWord(content.toString(), Kind.QUOTED, from + 1));
        return at + 1;
    }
}
